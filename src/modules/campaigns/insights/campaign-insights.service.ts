import { Injectable } from '@nestjs/common';
import { withSqlTimestamps } from '../../../platform/clock/timestamps.js';
import { percent } from '../../../platform/rates/rates.js';
import { apiStatus, COUNTED_AS_SENT, EMAIL_STATUSES, OPEN_STATES } from '../../../events/email-state.js';
import { type SendingProgress, SendingRuns } from '../../sending/ledger/sending-runs.service.js';
import type { ExperimentProgress } from '../ab-test/dto/ab-test.shapes.js';
import { ExperimentsService } from '../ab-test/experiments.service.js';
import { TestResultsService } from '../ab-test/test-results.service.js';
import { phaseOf } from '../campaign/campaign-phase.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import { CampaignRows } from '../campaign/campaign-rows.js';
import { CampaignInsightsQueries } from './campaign-insights.queries.js';
import type { CampaignStateResponse } from './dto/campaign-state.shapes.js';

export type CampaignState = CampaignStateResponse;

/** Base of the rates: a bounced email was not read. */
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

  async state(id: number): Promise<CampaignState> {
    const campaign = await this.rows.find(id);
    const progress = await this.sendings.progress({ type: 'campaign', id });
    const experiment = await this.experiments.progress(id);
    const { opened, clicked, unsubscribed, untracked } = await this.queries.reactions(id);
    const delivered = sum(progress, DELIVERED);
    const tracked = Math.max(0, delivered - untracked);
    const reaction = (total: number, of: number) => ({ total, rate: percent(total, of) });
    const metric = campaign.settings.ab_test?.metric ?? 'opens';
    return {
      campaign: { id, status: campaign.status },
      stat: countsByStatus(progress),
      sent_count: sum(progress, COUNTED_AS_SENT),
      deferred_count: progress.byState.deferred ?? 0,
      progress: progressOf(campaign, progress, experiment),
      analytics: {
        tracked,
        open: reaction(opened, tracked),
        click: reaction(clicked, tracked),
        unsubscribe: reaction(unsubscribed, delivered),
      },
      ab_test: experiment && withSqlTimestamps(experiment),
      subject_analytics: experiment ? await this.results.variants(id, metric, experiment) : [],
    };
  }
}

function progressOf(
  campaign: Campaign,
  progress: SendingProgress,
  experiment: ExperimentProgress | null,
): CampaignState['progress'] {
  const { byState, ratePerSecond, waitingReason } = progress;
  const isEnrolled = campaign.snapshotDone === 1;
  const open = sum(progress, OPEN_STATES);
  const total = Object.values(byState).reduce((all, count) => all + count, 0);
  return {
    // The total is unknown until the last recipient is enrolled.
    percent: isEnrolled ? percent(total - open, total) : 0,
    phase: phaseOf({
      status: campaign.status,
      isEnrolled,
      isTesting: experiment?.state === 'testing' || experiment?.state === 'choose_winner',
      isWaiting: waitingReason !== null,
      onlyRetries: open > 0 && open === (byState.deferred ?? 0),
    }),
    rate_per_second: ratePerSecond,
    eta_seconds: ratePerSecond > 0 && open > 0 ? Math.ceil(open / ratePerSecond) : null,
    waiting_reason: waitingReasonOf(campaign, experiment) ?? waitingReason,
  };
}

function waitingReasonOf(
  { status, waitingReason: reason }: Campaign,
  experiment: ExperimentProgress | null,
): string | null {
  return reason ?? (status === 'working' && experiment?.state === 'choose_winner' ? 'choose_winner' : null);
}

function countsByStatus(progress: SendingProgress): CampaignState['stat'] {
  const totals = new Map<string, number>();
  for (const [state, count] of Object.entries(progress.byState)) {
    const status = apiStatus(state as Parameters<typeof apiStatus>[0]);
    totals.set(status, (totals.get(status) ?? 0) + count);
  }
  return EMAIL_STATUSES.flatMap((status) => (totals.has(status) ? [{ status, total: totals.get(status) ?? 0 }] : []));
}

function sum({ byState }: SendingProgress, states: readonly (keyof SendingProgress['byState'])[]): number {
  return states.reduce((total, state) => total + (byState[state] ?? 0), 0);
}
