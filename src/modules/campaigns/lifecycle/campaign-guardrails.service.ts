import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database, type Tx } from '../../../platform/database/database.js';

interface Tripped {
  readonly id: number;
  readonly reason: string;
}

/** Guardrails that pause a campaign when bounces or complaints exceed a limit. */
@Injectable()
export class CampaignGuardrails {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Resets the counters: earlier outcomes were accepted by the manager who resumed the campaign. */
  async restart(tx: Tx, campaignId: number): Promise<void> {
    await tx.execute(
      `INSERT INTO campaign_guardrails (campaign_id, since) VALUES (:campaignId, NOW(3))
       ON DUPLICATE KEY UPDATE since = NOW(3), recent = '', sent = 0, complaints = 0, tripped = NULL`,
      { campaignId },
    );
  }

  /** Marks campaigns to be paused, in the transaction of the reason, so that a crash does not lose it. */
  async trip(tx: Tx, campaignIds: readonly number[], reason: string): Promise<void> {
    await tx.insertRows(
      'campaign_guardrails',
      ['campaign_id', 'since', 'tripped'],
      campaignIds.map((id) => [id, this.clock.now(), reason.slice(0, 190)]),
      { suffix: 'ON DUPLICATE KEY UPDATE tripped = COALESCE(tripped, VALUES(tripped))' },
    );
  }

  async tripped(): Promise<Tripped[]> {
    return this.db.query<Tripped>(
      `SELECT g.campaign_id AS id, g.tripped AS reason FROM campaign_guardrails g
        WHERE g.tripped IS NOT NULL ORDER BY g.campaign_id LIMIT 1000`,
    );
  }

  /** @returns whether the mark was still set: another worker may have paused the campaign since. */
  async settle(tx: Tx, { id, reason }: Tripped): Promise<boolean> {
    const { affectedRows } = await tx.execute(
      'UPDATE campaign_guardrails SET tripped = NULL WHERE campaign_id = :id AND tripped = :reason',
      { id, reason },
    );
    return affectedRows > 0;
  }
}
