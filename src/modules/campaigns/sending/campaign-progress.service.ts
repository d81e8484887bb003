import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { SendingsService } from '../../emails/sending/sendings.service.js';
import { AudienceQueries } from '../audience/audience.queries.js';
import { snapshotOf } from '../campaign-snapshot.js';
import { Campaign } from '../campaign.entity.js';
import { audienceOf } from '../campaigns.service.js';
import { campaignStats } from '../insights/campaign-stats.queries.js';

const CHUNK = 2_000;

/** What moves a working campaign on: writing its recipients into the ledger, and noticing that it is done. */
@Injectable()
export class CampaignProgressService {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly audience: AudienceQueries,
    private readonly sendings: SendingsService,
  ) {}

  /**
   * Writes the next chunk of recipients. Position and rows commit together under the campaign's row lock, so a crash
   * repeats nothing and any number of workers may try.
   * @returns whether there is more to write.
   */
  async enrolNextChunk(id: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const campaign = await tx.manager.findOne(Campaign, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (campaign?.status !== 'working' || campaign.snapshotDone === 1 || campaign.contentId === null) return false;
      const members = await this.audience.membersAfter(tx, audienceOf(campaign), campaign.snapshotPosition, CHUNK);
      const source = { type: 'campaign', id } as const;
      await this.sendings.enrol(
        tx,
        source,
        campaign.contentId,
        members.map((member) => ({ key: String(member.id), contactId: member.id, email: member.email })),
      );
      const done = members.length < CHUNK;
      await tx.execute(
        `UPDATE campaigns SET snapshot_position = :position, snapshot_done = :done, recipients_count = recipients_count + :added
          WHERE id = :id`,
        { id, position: members.at(-1)?.id ?? campaign.snapshotPosition, done: done ? 1 : 0, added: members.length },
      );
      return !done;
    });
  }

  /** A campaign is sent when no mail of it can change any more; never because a look for work came back empty. */
  async finishIfDone(id: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const campaign = await tx.manager.findOne(Campaign, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (campaign?.status !== 'working' || campaign.snapshotDone !== 1) return false;
      const source = { type: 'campaign', id } as const;
      if (!(await this.sendings.isSettled(tx, source))) return false;
      campaign.status = 'sent';
      campaign.scheduledAt = null;
      campaign.finishedAt = new Date();
      await tx.save(campaign);
      await this.sendings.close(tx, source);
      const stats = await campaignStats(tx, id);
      await this.outbox.append(
        tx,
        'campaign.sent',
        id,
        { campaign: snapshotOf(campaign), stats },
        { dedupeKey: `campaign.sent:${id}` },
      );
      return true;
    });
  }
}
