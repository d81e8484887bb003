import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { DATABASE_RESTORED } from '../../sending/restore/restore.service.js';
import { SendingRuns } from '../../sending/sending-runs.service.js';
import { ExperimentsService } from '../ab-test/experiments.service.js';
import { AudienceQueries } from '../audience/audience.queries.js';
import { snapshotOf } from '../campaign-snapshot.js';
import { transition } from '../campaign-status.js';
import { Campaign } from '../campaign.entity.js';
import { audienceOf } from '../audience/audience.service.js';
import { campaignStats } from '../insights/campaign-stats.queries.js';
import { SendTimes } from './send-times.queries.js';

const CHUNK = 2_000;

/** What moves a working campaign on: writing its recipients into the ledger, and noticing that it is done. */
@Injectable()
export class CampaignProgressService {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly audience: AudienceQueries,
    private readonly experiments: ExperimentsService,
    private readonly times: SendTimes,
    private readonly sendings: SendingRuns,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Writes the next chunk of recipients. Position and rows commit together under the campaign's row lock, so a crash
   * repeats nothing and any number of workers may try.
   * @returns whether there is more to write for this worker; not when another one is at it.
   */
  async enrolNextChunk(id: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const campaign = await unlessLocked(tx, id);
      if (!campaign || !isEnrolling(campaign)) return false;
      const { members, position, done } = await this.audience.chunkAfter(
        tx,
        audienceOf(campaign),
        campaign.snapshotPosition,
        CHUNK,
      );
      const recipients = await this.experiments.recipients(tx, campaign, members);
      const times = await this.times.of(
        tx,
        campaign,
        members.map((member) => member.id),
      );
      await this.sendings.enrol(
        tx,
        { type: 'campaign', id },
        recipients.map((recipient) => ({
          ...recipient,
          notBefore: recipient.notBefore ?? times.get(recipient.contactId) ?? null,
        })),
      );
      await tx.execute(
        `UPDATE campaigns SET snapshot_position = :position, snapshot_done = :done, recipients_count = recipients_count + :added
          WHERE id = :id`,
        { id, position, done: done ? 1 : 0, added: members.length },
      );
      return !done;
    });
  }

  /** A campaign is sent when no mail of it can change any more; never because a look for work came back empty. */
  async finishIfDone(id: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const campaign = await unlessLocked(tx, id);
      if (campaign?.status !== 'working' || campaign.snapshotDone !== 1) return false;
      const source = { type: 'campaign', id } as const;
      if (!(await this.sendings.isSettled(tx, source))) return false;
      // After a restored backup its mails are in doubt before the event arrives that pauses it.
      if (await this.sendings.isHeld(tx, source)) return false;
      transition(campaign, 'finish');
      campaign.scheduledAt = null;
      campaign.finishedAt = this.clock.now();
      await tx.save(campaign);
      await this.sendings.close(tx, source);
      const stats = await campaignStats(tx, id, this.config.commerce.reportCurrency);
      await this.outbox.append(
        tx,
        'campaign.sent',
        id,
        { campaign: snapshotOf(campaign), stats },
        { dedupeKey: `campaign.sent:${id}`, requestId: await this.sendings.requestOf(tx, source) },
      );
      return true;
    });
  }
}

/** Workers that waited for each other would stand in line before a pause, which has to be answered at once. */
async function unlessLocked(tx: Tx, id: number): Promise<Campaign | null> {
  return tx.manager.findOne(Campaign, {
    where: { id },
    lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
  });
}

/**
 * Also while it is stopped because the database was restored: whoever was to be enrolled then may have got the mail, and
 * is written down so that this can be seen.
 */
function isEnrolling({ status, waitingReason, snapshotDone, contentId }: Campaign): boolean {
  if (snapshotDone === 1 || contentId === null) return false;
  return status === 'working' || (status === 'paused' && waitingReason === DATABASE_RESTORED);
}
