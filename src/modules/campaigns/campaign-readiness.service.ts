import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import { invalidParams } from '../../platform/errors/app-error.js';
import { ContentsService } from '../mail-content/rendering/contents.service.js';
import { AbTestRules } from './ab-test/ab-test-rules.service.js';
import { contentsOf } from './ab-test/variant-contents.js';
import { AudienceQueries } from './audience/audience.queries.js';
import { AudienceService, audienceOf } from './audience/audience.service.js';
import { readinessProblems } from './campaign-content.js';
import { CampaignSenders } from './campaign-senders.service.js';
import type { Campaign } from './campaign.entity.js';

export type Readiness = 'ready' | 'not_ready' | 'no_recipients';

/** Whether a campaign could be sent as it is. */
@Injectable()
export class CampaignReadiness {
  constructor(
    private readonly audience: AudienceQueries,
    private readonly audiences: AudienceService,
    private readonly abTests: AbTestRules,
    private readonly contents: ContentsService,
    private readonly senders: CampaignSenders,
  ) {}

  /** @throws AppError naming every problem at once. */
  async refuseUnready(tx: Tx, campaign: Campaign): Promise<void> {
    const unclear = await this.audiences.problems(tx, audienceOf(campaign));
    const problems = { ...(await this.problemsOf(tx, campaign)), ...unclear };
    if (Object.keys(unclear).length === 0 && !(await this.reachesAnybody(tx, campaign)))
      problems[this.audiences.fieldOf(audienceOf(campaign))] = 'must match at least one subscribed contact';
    if (Object.keys(problems).length > 0) throw invalidParams(problems);
  }

  /** For the clock, which has nobody to tell the details. */
  async of(tx: Tx, campaign: Campaign): Promise<Readiness> {
    const problems = {
      ...(await this.problemsOf(tx, campaign)),
      ...(await this.audiences.problems(tx, audienceOf(campaign))),
    };
    if (Object.keys(problems).length > 0) return 'not_ready';
    return (await this.reachesAnybody(tx, campaign)) ? 'ready' : 'no_recipients';
  }

  /** What is wrong with the footer that was chosen, by field; empty when nothing is. */
  footerFaults(campaign: Campaign): Record<string, string> {
    for (const content of contentsOf(campaign)) {
      const fault = this.contents.footerFault(content);
      if (fault !== null) return { 'settings.footer': fault };
    }
    return {};
  }

  private async reachesAnybody(tx: Tx, campaign: Campaign): Promise<boolean> {
    return this.audience.reachesAnybody(tx, audienceOf(campaign));
  }

  private async problemsOf(tx: Tx, campaign: Campaign): Promise<Record<string, string>> {
    const { identity, unavailableReason } = await this.senders.of(campaign, tx);
    const bodyProblem = this.contents.bodyProblem(campaign.emailBody);
    return {
      ...readinessProblems(campaign, identity, { bodyProblem, unavailableReason }),
      ...this.footerFaults(campaign),
      ...this.abTests.problems(campaign),
    };
  }
}
