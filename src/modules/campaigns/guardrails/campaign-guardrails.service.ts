import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database, type Tx } from '../../../platform/database/database.js';

/** A campaign that is to be paused. */
export interface Tripped {
  readonly id: number;
  readonly reason: string;
}

/** What keeps a campaign from doing harm, from its start or from when a person said that it goes on. */
@Injectable()
export class CampaignGuardrails {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Begins to look anew: what was sent before has been judged, by them or by a person. */
  async restart(tx: Tx, campaignId: number): Promise<void> {
    await tx.execute(
      `INSERT INTO campaign_guardrails (campaign_id, since) VALUES (:campaignId, NOW(3))
       ON DUPLICATE KEY UPDATE since = NOW(3), recent = '', sent = 0, complaints = 0, tripped = NULL`,
      { campaignId },
    );
  }

  /** Has these campaigns paused. In the transaction of the reason, so that it is not forgotten. */
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

  /**
   * What was asked for is being done, or is no use any more.
   * @returns whether it still was to be done: somebody else may have done it, and a person said since that it goes on.
   */
  async settle(tx: Tx, { id, reason }: Tripped): Promise<boolean> {
    const { affectedRows } = await tx.execute(
      'UPDATE campaign_guardrails SET tripped = NULL WHERE campaign_id = :id AND tripped = :reason',
      { id, reason },
    );
    return affectedRows > 0;
  }
}
