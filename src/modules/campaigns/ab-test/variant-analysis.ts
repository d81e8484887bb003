import { percent } from '../../../platform/rates/rates.js';
import type { AbMetric } from './ab-test.js';
import { liftOver, probabilitiesToBeBest, type Trials, wilsonInterval } from './ab-statistics.js';
import type { ExperimentProgress, VariantFigures } from './experiments.service.js';
import { NO_ORDERS, type VariantOrders } from './variant-orders.queries.js';

/** A variant beside the others. Rates are percent of what was delivered, one decimal; people only. */
export interface VariantAnalysis {
  readonly key: string;
  readonly subject: string;
  /** Recipients that are to get it. */
  readonly total: number;
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  readonly open_rate: number;
  readonly click_rate: number;
  /** Mails that brought an order. */
  readonly converted: number;
  readonly conversion_rate: number;
  /** Orders in all currencies, and what is left of those in `currency`. */
  readonly orders: number;
  readonly revenue: number;
  /** The same for all variants; null for one that brought nothing. */
  readonly currency: string | null;
  /** Where the rate of the deciding metric truly lies, with 95 %. */
  readonly interval: { readonly low: number; readonly high: number };
  /** By how much percent that rate is above the first variant's; null when that has none. */
  readonly lift: number | null;
  /** How probable it is that this variant is the best, 0 to 1; as it was when it was decided. Null where nothing says. */
  readonly confidence: number | null;
  readonly winner: boolean;
}

/** In the order in which they were written. */
export function compareVariants(
  variants: readonly VariantFigures[],
  metric: AbMetric,
  { state, winner, confidence }: Pick<ExperimentProgress, 'state' | 'winner' | 'confidence'>,
  bought: ReadonlyMap<string, VariantOrders>,
): VariantAnalysis[] {
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
    const { converted, ...earned } = ordersOf(variant);
    return {
      key: variant.key,
      subject: variant.subject,
      total: variant.enrolled,
      sent: variant.sent,
      opened: variant.opened,
      clicked: variant.clicked,
      open_rate: percent(variant.opened, delivered),
      click_rate: percent(variant.clicked, delivered),
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
  { sent, bounced, opened, clicked }: VariantFigures,
  { converted }: VariantOrders,
  metric: AbMetric,
): Trials {
  // By how many buy, not by how much: one big order says nothing about the next reader.
  const successes = { opens: opened, clicks: clicked, revenue: converted }[metric];
  return { trials: Math.max(sent - bounced, successes), successes };
}
