import { Injectable } from '@nestjs/common';
import { percent } from '../../../platform/rates/rates.js';
import { COUNTED_AS_SENT, EMAIL_STATUSES, OPEN_STATES, wireStatus } from '../../emails/email-state.js';
import { type SendingProgress, SendingsService } from '../../emails/sending/sendings.service.js';
import { type Campaign } from '../campaign.entity.js';
import { CampaignsService } from '../campaigns.service.js';
import { CampaignInsightsQueries } from './campaign-insights.queries.js';

/** How a campaign is doing right now. */
export interface CampaignState {
  readonly campaign: { readonly id: number; readonly status: string };
  readonly stat: readonly { readonly status: string; readonly total: number }[];
  readonly sent_count: number;
  readonly deferred_count: number;
  readonly progress: {
    readonly percent: number;
    readonly phase: string | null;
    readonly rate_per_second: number;
    readonly eta_seconds: number | null;
    readonly waiting_reason: string | null;
  };
  readonly analytics: { readonly open: Reaction; readonly click: Reaction; readonly unsubscribe: Reaction };
  readonly subject_analytics: readonly never[];
}

interface Reaction {
  readonly total: number;
  /** Percent of what was delivered, one decimal. */
  readonly rate: number;
}

@Injectable()
export class CampaignInsightsService {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly sendings: SendingsService,
    private readonly queries: CampaignInsightsQueries,
  ) {}

  async state(id: number): Promise<CampaignState> {
    const campaign = await this.campaigns.find(id);
    const progress = await this.sendings.progress({ type: 'campaign', id });
    const { delivered, opened, clicked, unsubscribed } = await this.queries.reactions(id);
    const reaction = (total: number): Reaction => ({ total, rate: percent(total, delivered) });
    const open = sum(progress, OPEN_STATES);
    const total = Object.values(progress.byState).reduce((all, count) => all + count, 0);
    return {
      campaign: { id, status: campaign.status },
      stat: countsByStatus(progress),
      sent_count: sum(progress, COUNTED_AS_SENT),
      deferred_count: progress.byState.deferred ?? 0,
      progress: {
        // Until the last recipient is enrolled nobody knows what is a hundred percent.
        percent: campaign.snapshotDone === 1 ? percent(total - open, total) : 0,
        phase: phaseOf(campaign, progress),
        rate_per_second: progress.ratePerSecond,
        eta_seconds: progress.ratePerSecond > 0 && open > 0 ? Math.ceil(open / progress.ratePerSecond) : null,
        waiting_reason: campaign.waitingReason ?? progress.waitingReason,
      },
      analytics: { open: reaction(opened), click: reaction(clicked), unsubscribe: reaction(unsubscribed) },
      subject_analytics: [],
    };
  }
}

function phaseOf(campaign: Campaign, { byState, waitingReason }: SendingProgress): string | null {
  if (campaign.status !== 'working') return null;
  if (waitingReason !== null) return 'waiting';
  if (campaign.snapshotDone === 0) return 'enrolling';
  return (byState.pending ?? 0) + (byState.sending ?? 0) === 0 && (byState.deferred ?? 0) > 0 ? 'retrying' : 'sending';
}

function countsByStatus(progress: SendingProgress): { status: string; total: number }[] {
  const totals = new Map<string, number>();
  for (const [state, count] of Object.entries(progress.byState)) {
    const status = wireStatus(state as Parameters<typeof wireStatus>[0]);
    totals.set(status, (totals.get(status) ?? 0) + count);
  }
  return EMAIL_STATUSES.flatMap((status) => (totals.has(status) ? [{ status, total: totals.get(status) ?? 0 }] : []));
}

function sum({ byState }: SendingProgress, states: readonly (keyof SendingProgress['byState'])[]): number {
  return states.reduce((total, state) => total + (byState[state] ?? 0), 0);
}
