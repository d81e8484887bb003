import { Injectable } from '@nestjs/common';
import { sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import { percent } from '../../../platform/rates/rates.js';
import { COUNTED_AS_SENT, EMAIL_STATUSES, OPEN_STATES, wireStatus } from '../../../events/email-state.js';
import { type SendingProgress, SendingRuns } from '../../sending/sending-runs.service.js';
import { type ExperimentProgress, ExperimentsService } from '../ab-test/experiments.service.js';
import { TestResultsService } from '../ab-test/test-results.service.js';
import type { VariantAnalysis } from '../ab-test/variant-analysis.js';
import { phaseOf } from '../campaign-phase.js';
import type { Campaign } from '../campaign.entity.js';
import { CampaignRows } from '../campaign-rows.js';
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
  /** Null without one. */
  readonly ab_test: AbTestState | null;
  readonly subject_analytics: readonly VariantAnalysis[];
}

/** How far the A/B test has come. */
class AbTestState {
  readonly state: string;
  readonly sample_ended_at: string | null;
  readonly decides_at: string | null;
  readonly winner: string | null;
  readonly decided_by: string | null;
  /** Of the winner, or of the best so far when a person is asked; 0 to 1. */
  readonly confidence: number | null;
  readonly decided_at: string | null;

  constructor(experiment: ExperimentProgress) {
    this.state = experiment.state;
    this.sample_ended_at = sqlTimestampOrNull(experiment.sample_ended_at);
    this.decides_at = sqlTimestampOrNull(experiment.decides_at);
    this.winner = experiment.winner;
    this.decided_by = experiment.decided_by;
    this.confidence = experiment.confidence;
    this.decided_at = sqlTimestampOrNull(experiment.decided_at);
  }
}

interface Reaction {
  readonly total: number;
  /** Percent of what was delivered, one decimal. */
  readonly rate: number;
}

/** What reactions are a part of: a mail that came back was read by nobody. */
const DELIVERED = ['sent', 'complained'] as const;

@Injectable()
export class CampaignInsightsService {
  constructor(
    private readonly rows: CampaignRows,
    private readonly sendings: SendingRuns,
    private readonly experiments: ExperimentsService,
    private readonly results: TestResultsService,
    private readonly queries: CampaignInsightsQueries,
  ) {}

  /** @throws AppError rest_post_invalid_id */
  async state(id: number): Promise<CampaignState> {
    const campaign = await this.rows.find(id);
    const progress = await this.sendings.progress({ type: 'campaign', id });
    const experiment = await this.experiments.progress(id);
    const { opened, clicked, unsubscribed } = await this.queries.reactions(id);
    const delivered = sum(progress, DELIVERED);
    const reaction = (total: number): Reaction => ({ total, rate: percent(total, delivered) });
    const open = sum(progress, OPEN_STATES);
    const total = Object.values(progress.byState).reduce((all, count) => all + count, 0);
    const isTesting = experiment?.state === 'testing' || experiment?.state === 'choose_winner';
    return {
      campaign: { id, status: campaign.status },
      stat: countsByStatus(progress),
      sent_count: sum(progress, COUNTED_AS_SENT),
      deferred_count: progress.byState.deferred ?? 0,
      progress: {
        // Until the last recipient is enrolled nobody knows what is a hundred percent.
        percent: campaign.snapshotDone === 1 ? percent(total - open, total) : 0,
        phase: phaseOf({
          status: campaign.status,
          isEnrolled: campaign.snapshotDone === 1,
          isTesting,
          isWaiting: progress.waitingReason !== null,
          onlyRetries: open > 0 && open === (progress.byState.deferred ?? 0),
        }),
        rate_per_second: progress.ratePerSecond,
        eta_seconds: progress.ratePerSecond > 0 && open > 0 ? Math.ceil(open / progress.ratePerSecond) : null,
        waiting_reason: waitingReason(campaign, experiment) ?? progress.waitingReason,
      },
      analytics: { open: reaction(opened), click: reaction(clicked), unsubscribe: reaction(unsubscribed) },
      ab_test: experiment ? new AbTestState(experiment) : null,
      subject_analytics: experiment
        ? await this.results.variants(id, campaign.settings.ab_test?.metric ?? 'opens', experiment)
        : [],
    };
  }
}

function waitingReason(
  { status, waitingReason: reason }: Campaign,
  experiment: ExperimentProgress | null,
): string | null {
  return reason ?? (status === 'working' && experiment?.state === 'choose_winner' ? 'choose_winner' : null);
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
