import { Injectable } from '@nestjs/common';
import { percent } from '../../../platform/rates/rates.js';
import type { AbMetric } from '../campaign/ab-test.js';
import { liftOver, probabilitiesToBeBest, type Trials, wilsonInterval } from './ab-statistics.js';
import type { ExperimentProgress, VariantAnalysisResponse } from './dto/ab-test.shapes.js';
import { ExperimentsService, type VariantFigures } from './experiments.service.js';
import { NO_ORDERS, type VariantOrders, VariantOrdersQueries } from './variant-orders.queries.js';

export type TestResult = NonNullable<Awaited<ReturnType<TestResultsService['result']>>>;

@Injectable()
export class TestResultsService {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly orders: VariantOrdersQueries,
  ) {}

  /** Returns null for a campaign without a started test. */
  async result(campaignId: number, metric: AbMetric) {
    const experiment = await this.experiments.progress(campaignId);
    if (experiment === null) return null;
    const variants = await this.variants(campaignId, metric, experiment);
    const first = variants.find(({ winner }) => winner) ?? leader(variants);
    return {
      state: experiment.state,
      /** Null until a winner is known. */
      winner: experiment.winner,
      /** Of the winner at the decision, or of the leading variant; 0 to 1. Null without data. */
      confidence: first?.confidence ?? null,
      /** Lift in percent of the same variant over the first one; null for the first variant itself. */
      lift: first?.lift ?? null,
      variants,
    };
  }

  async variants(
    campaignId: number,
    metric: AbMetric,
    experiment: ExperimentProgress,
  ): Promise<VariantAnalysisResponse[]> {
    const [variants, bought] = [await this.experiments.variants(campaignId), await this.orders.of(campaignId)];
    return compareVariants(variants, metric, experiment, bought);
  }
}

/** Returns the variant that is most probably the best; undefined before there is any activity. */
function leader(variants: readonly VariantAnalysisResponse[]): VariantAnalysisResponse | undefined {
  return variants
    .filter(({ confidence }) => confidence !== null)
    .sort((one, other) => (other.confidence ?? 0) - (one.confidence ?? 0))[0];
}

function compareVariants(
  variants: readonly VariantFigures[],
  metric: AbMetric,
  { state, winner, confidence }: Pick<ExperimentProgress, 'state' | 'winner' | 'confidence'>,
  bought: ReadonlyMap<string, VariantOrders>,
): VariantAnalysisResponse[] {
  const ordersOf = ({ key }: VariantFigures): VariantOrders => bought.get(key) ?? NO_ORDERS;
  const trials = variants.map((variant) => trialsOf(variant, ordersOf(variant), metric));
  const [control] = trials;
  const undecided = state === 'testing' || state === 'choose_winner';
  const known = undecided && trials.some(({ successes }) => successes > 0);
  const probabilities = known ? probabilitiesToBeBest(trials) : [];
  return variants.map((variant, index) => {
    const own = trials[index] ?? NONE;
    const { low, high } = wilsonInterval(own);
    const lift = control && index > 0 ? liftOver(control, own) : null;
    const delivered = variant.sent - variant.bounced;
    const tracked = delivered - variant.untracked;
    const { converted, ...earned } = ordersOf(variant);
    return {
      key: variant.key,
      subject: variant.subject,
      total: variant.enrolled,
      sent: variant.sent,
      opened: variant.opened,
      clicked: variant.clicked,
      tracked,
      open_rate: percent(variant.opened, tracked),
      click_rate: percent(variant.clicked, tracked),
      converted,
      conversion_rate: percent(converted, delivered),
      ...earned,
      interval: { low: percent(low, 1), high: percent(high, 1) },
      lift: lift === null ? null : percent(lift, 1),
      confidence: variant.key === winner ? confidence : (probabilities[index] ?? null),
      winner: variant.key === winner,
    };
  });
}

const NONE: Trials = { trials: 0, successes: 0 };

function trialsOf(
  { sent, bounced, untracked, opened, clicked }: VariantFigures,
  { converted }: VariantOrders,
  metric: AbMetric,
): Trials {
  // By the number of buyers, not by revenue: one big order does not predict the next recipient.
  const successes = { opens: opened, clicks: clicked, revenue: converted }[metric];
  return { trials: Math.max(sent - bounced - untracked, successes), successes };
}
