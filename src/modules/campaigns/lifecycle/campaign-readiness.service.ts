import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { invalidParams } from '../../../platform/errors/app-error.js';
import { ContentsService, type WrittenContent } from '../../mail-content/rendering/contents.service.js';
import { AudienceQueries } from '../audience/audience.queries.js';
import { AudienceService } from '../audience/audience.service.js';
import { CampaignSenders } from '../campaign/campaign-senders.service.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import { withSnippets } from '../../mail-content/rendering/snippet-texts.js';
import { writtenContentOf } from '../campaign/campaign-content.js';
import { contentsWithSnippets, variantFaults } from './variant-contents.js';

type Reasons = Record<string, string>;

@Injectable()
export class CampaignReadiness {
  constructor(
    private readonly audience: AudienceQueries,
    private readonly audiences: AudienceService,
    private readonly contents: ContentsService,
    private readonly senders: CampaignSenders,
  ) {}

  async refuseUnready(tx: Tx, campaign: Campaign): Promise<void> {
    const unclear = await this.audiences.problems(tx, campaign);
    const problems = { ...(await this.problemsOf(tx, campaign)), ...unclear };
    if (Object.keys(unclear).length === 0 && !(await this.audience.hasRecipients(tx, campaign)))
      problems[this.audiences.fieldOf(campaign)] = 'must match at least one subscribed contact';
    if (Object.keys(problems).length > 0) throw invalidParams(problems);
  }

  /** Returns why a scheduled campaign cannot start; null when it can. */
  async blockingReason(tx: Tx, campaign: Campaign): Promise<'not_ready' | 'no_recipients' | null> {
    const problems = { ...(await this.problemsOf(tx, campaign)), ...(await this.audiences.problems(tx, campaign)) };
    if (Object.keys(problems).length > 0) return 'not_ready';
    return (await this.audience.hasRecipients(tx, campaign)) ? null : 'no_recipients';
  }

  /** Returns the problems of the A/B test and the footer by field. */
  async faults(tx: Tx, campaign: Campaign): Promise<Reasons> {
    const contents = await contentsWithSnippets(tx, campaign);
    const ofVariants = variantFaults(campaign, contents, (content) => this.contents.templateFaults(content));
    return { ...ofVariants, ...this.footerFaults(contents) };
  }

  private footerFaults(contents: readonly WrittenContent[]): Reasons {
    for (const content of contents) {
      const fault = this.contents.footerFault(content);
      if (fault !== null) return { 'settings.footer': fault };
    }
    return {};
  }

  private async problemsOf(tx: Tx, campaign: Campaign): Promise<Reasons> {
    const { identity, unavailableReason } = await this.senders.of(campaign, tx);
    const contents = await contentsWithSnippets(tx, campaign);
    const own = campaign.settings.ab_test ? undefined : contents[0];
    const content = own ?? (await withSnippets(tx, writtenContentOf(campaign)));
    const bodyProblem = this.contents.bodyProblem(content);
    const problems: Reasons = {};
    if (campaign.emailSubject.trim() === '') problems['email_subject'] = 'is required';
    if (campaign.emailBody.trim() === '') problems['email_body'] = 'is required';
    else if (bodyProblem !== null) problems['email_body'] = bodyProblem;
    if (identity.fromEmail === '') problems['settings.mailer_settings.from_email'] = 'is required';
    if (unavailableReason !== null) problems['sender'] = unavailableReason;
    // A snippet may have changed since the content was saved.
    const faults = this.contents.templateFaults(content);
    const ofVariants = variantFaults(campaign, contents, (each) => this.variantProblems(each));
    return { ...faults, ...problems, ...this.footerFaults(contents), ...ofVariants };
  }

  private variantProblems(content: WrittenContent): Reasons {
    const problem = this.contents.bodyProblem(content);
    return {
      ...this.contents.templateFaults(content),
      ...(content.subject.trim() === '' ? { email_subject: 'must not be empty' } : {}),
      ...(problem === null ? {} : { email_body: problem }),
    };
  }
}
