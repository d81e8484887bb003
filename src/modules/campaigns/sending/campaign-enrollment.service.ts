import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { DATABASE_RESTORED } from '../../sending/restore/restore.service.js';
import { SendingRuns } from '../../sending/ledger/sending-runs.service.js';
import { ExperimentsService } from '../ab-test/experiments.service.js';
import { AudienceQueries } from '../audience/audience.queries.js';
import { CampaignRows } from '../campaign/campaign-rows.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import { subscriptionsOf } from '../campaign/campaign-subscriptions.queries.js';
import { SendTimes } from './send-times.js';

const CHUNK = 2_000;

@Injectable()
export class CampaignEnrollment {
  constructor(
    private readonly db: Database,
    private readonly rows: CampaignRows,
    private readonly audience: AudienceQueries,
    private readonly experiments: ExperimentsService,
    private readonly times: SendTimes,
    private readonly sendings: SendingRuns,
  ) {}

  /** Position and rows commit together under the row lock. @returns whether this worker has more to enroll */
  async enrollNextChunk(id: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.rows.lockUnlessLocked(tx, id);
      if (!campaign || !isEnrolling(campaign)) return false;
      const { snapshotPosition } = campaign;
      const { members, position, done } = await this.audience.chunkAfter(tx, campaign, snapshotPosition, CHUNK);
      const recipients = await this.experiments.recipients(tx, campaign, members);
      const ids = members.map((member) => member.id);
      const times = await this.times.of(tx, campaign, ids);
      const lists = await subscriptionsOf(tx, campaign.settings, ids);
      await this.sendings.enrol(
        tx,
        { type: 'campaign', id },
        recipients.map((recipient) => ({
          ...recipient,
          listId: lists.get(recipient.contactId) ?? null,
          notBefore: recipient.notBefore ?? times.get(recipient.contactId) ?? null,
        })),
      );
      await tx.execute(
        `UPDATE campaigns SET snapshot_position = :position, snapshot_done = :done, recipients_count = recipients_count + :added
          WHERE id = :id`,
        { id, position, done: done ? 1 : 0, added: members.length },
        { ids: id },
      );
      if (done) await this.sendings.enrolled(tx, { type: 'campaign', id });
      return !done;
    });
  }
}

/** Also while paused after a restore: recipients may have got the email in the lost time, which must be visible. */
function isEnrolling({ status, waitingReason, snapshotDone, contentId }: Campaign): boolean {
  if (snapshotDone === 1 || contentId === null) return false;
  return status === 'working' || (status === 'paused' && waitingReason === DATABASE_RESTORED);
}
