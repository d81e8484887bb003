import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { CampaignSenders } from './campaign/campaign-senders.service.js';
import type { Campaign } from './campaign/campaign.entity.js';
import { phaseOf } from './campaign/campaign-phase.js';
import {
  type CampaignCountsResponse,
  campaignOf,
  type CampaignResponse,
  type CampaignSendingResponse,
  type CampaignWrittenResponse,
  type OneCampaignResponse,
} from './dto/campaign.shapes.js';

interface SendingRow {
  readonly id: number;
  readonly waiting_reason: string | null;
  readonly active: number;
  readonly deferred: number;
  readonly testing: number;
}

/** Builds the API responses of campaigns: the stored fields and the current sending phase. */
@Injectable()
export class CampaignPresenter {
  constructor(
    private readonly db: Database,
    private readonly senders: CampaignSenders,
  ) {}

  async many(
    campaigns: readonly Campaign[],
    stats?: ReadonlyMap<number, CampaignCountsResponse>,
  ): Promise<CampaignResponse[]> {
    const working = campaigns.filter(({ status }) => status === 'working').map(({ id }) => id);
    const rows = working.length === 0 ? [] : await this.sendings(working);
    const sendings = new Map(rows.map((row) => [row.id, row]));
    return campaigns.map((campaign) =>
      campaignOf(campaign, sendingOf(campaign, sendings.get(campaign.id)), stats?.get(campaign.id)),
    );
  }

  async one(campaign: Campaign): Promise<OneCampaignResponse> {
    const [presented] = await this.many([campaign]);
    if (!presented) throw new Error('campaign was not presented');
    return { campaign: presented };
  }

  async written(campaign: Campaign, message: string, warnings?: readonly string[]): Promise<CampaignWrittenResponse> {
    const { campaign: presented } = await this.one(campaign);
    return { campaign: presented, message, warnings };
  }

  /** Adds what the sender of an approved campaign failed at its last check. */
  async approved(campaign: Campaign, message: string): Promise<CampaignWrittenResponse> {
    const warnings = await this.senders.warnings(campaign, false);
    return this.written(campaign, message, warnings.length > 0 ? warnings : undefined);
  }

  /** Uses EXISTS instead of counting: the index shows whether a first message in a state exists. */
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

function sendingOf(
  { status, snapshotDone, waitingReason }: Campaign,
  sending: SendingRow | undefined,
): CampaignSendingResponse {
  const waiting = sending?.waiting_reason ?? null;
  const phase = phaseOf({
    status,
    isEnrolled: snapshotDone === 1,
    isTesting: sending?.testing === 1,
    isWaiting: waiting !== null,
    onlyRetries: sending?.active === 0 && sending.deferred === 1,
  });
  return { phase, waiting_reason: waitingReason ?? waiting };
}
