import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type CampaignPhase, phaseOf } from './campaign-phase.js';
import type { Campaign } from './campaign.entity.js';

/** What a working campaign is doing at the moment, and why it is not, if it is not. */
export interface CampaignSending {
  readonly phase: CampaignPhase | null;
  readonly waiting_reason: string | null;
}

interface SendingRow {
  readonly id: number;
  readonly waiting_reason: string | null;
  readonly active: number;
  readonly deferred: number;
  readonly testing: number;
}

/** Of any number of campaigns at once. Nothing is counted: the index knows whether there is a first one. */
@Injectable()
export class CampaignPhases {
  constructor(private readonly db: Database) {}

  async of(campaigns: readonly Campaign[]): Promise<Map<number, CampaignSending>> {
    const working = campaigns.filter(({ status }) => status === 'working').map(({ id }) => id);
    const rows = working.length === 0 ? [] : await this.sendings(working);
    const sendings = new Map(rows.map((row) => [row.id, row]));
    return new Map(
      campaigns.map((campaign) => {
        const sending = sendings.get(campaign.id);
        const waitingReason = sending?.waiting_reason ?? null;
        const phase = phaseOf({
          status: campaign.status,
          isEnrolled: campaign.snapshotDone === 1,
          isTesting: sending?.testing === 1,
          isWaiting: waitingReason !== null,
          onlyRetries: sending?.active === 0 && sending.deferred === 1,
        });
        return [campaign.id, { phase, waiting_reason: campaign.waitingReason ?? waitingReason }];
      }),
    );
  }

  private async sendings(ids: readonly number[]): Promise<SendingRow[]> {
    const some = (states: string): string =>
      `EXISTS (SELECT 1 FROM email_messages m
                WHERE m.source_type = s.source_type AND m.source_id = s.source_id AND m.state IN (${states}))`;
    return this.db.query<SendingRow>(
      `SELECT s.source_id AS id, IF(s.waiting_until > NOW(3), s.waiting_reason, NULL) AS waiting_reason,
              ${some(`'pending', 'sending'`)} AS active, ${some(`'deferred'`)} AS deferred,
              EXISTS (SELECT 1 FROM campaign_experiments e
                       WHERE e.campaign_id = s.source_id AND e.state IN ('testing', 'choose_winner')) AS testing
         FROM sendings s WHERE s.source_type = 'campaign' AND s.source_id IN (:ids)`,
      { ids },
    );
  }
}
