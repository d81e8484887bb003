import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { AppError, invalidParam } from '../../../platform/errors/app-error.js';
import { ContentPreviewsService, type RenderedEmail } from '../../mail-content/rendering/content-previews.service.js';
import { ContentLintService, type LintReport } from '../../mail-content/rendering/lint/content-lint.service.js';
import { SenderAccounts } from '../../senders/sender-accounts.service.js';
import { TestMailsService, type TestMailResult } from '../../system-emails/test-mails/test-mails.service.js';
import { AudienceQueries } from '../audience/audience.queries.js';
import { audienceOf } from '../audience/audience.service.js';
import { identityOf, writtenContentOf } from '../campaign-content.js';
import { CampaignRows } from '../campaign-rows.js';
import type { Campaign } from '../campaign.entity.js';

const SAMPLE = 200;

/** A campaign's mail before anybody gets it. */
@Injectable()
export class CampaignPreviewsService {
  constructor(
    private readonly db: Database,
    private readonly rows: CampaignRows,
    private readonly previews: ContentPreviewsService,
    private readonly lints: ContentLintService,
    private readonly testMails: TestMailsService,
    private readonly senders: SenderAccounts,
    private readonly audience: AudienceQueries,
  ) {}

  /** @throws AppError rest_post_invalid_id; rest_invalid_param for a contact that is not there. */
  async preview(id: number, contactId: number | null): Promise<RenderedEmail> {
    return this.previews.preview(writtenContentOf(await this.rows.find(id)), contactId);
  }

  /** @throws AppError rest_post_invalid_id */
  async lint(id: number): Promise<LintReport> {
    const campaign = await this.rows.find(id);
    return this.lints.lint(writtenContentOf(campaign), await this.sampleOf(campaign));
  }

  /** @throws AppError rest_post_invalid_id; rest_invalid_param when there is no contact, content or sender for it. */
  async sendTest(id: number, to: readonly string[], contactId: number | null): Promise<TestMailResult[]> {
    const campaign = await this.rows.find(id);
    const { from_email: fromEmail, sender_id: senderId } = campaign.settings.mailer_settings;
    const sender = await this.senders.resolve({ senderId, fromEmail });
    if (sender.unavailableReason !== null) throw invalidParam('sender', sender.unavailableReason);
    return this.testMails.send({
      written: writtenContentOf(campaign),
      from: identityOf(campaign, sender),
      senderId: sender.senderId,
      source: { type: 'campaign', id },
      to,
      contactId,
    });
  }

  /** The first of those who would get it; none while the rules of its recipients make no sense. */
  private async sampleOf(campaign: Campaign): Promise<number[]> {
    try {
      const chunk = await this.db.transaction((tx) => this.audience.chunkAfter(tx, audienceOf(campaign), 0, SAMPLE));
      return chunk.members.map((member) => member.id);
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  }
}
