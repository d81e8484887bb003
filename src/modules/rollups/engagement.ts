/**
 * Engagement as a sum of points that halve every 30 days. Instead of reducing all sums daily, points of later days
 * weigh more: points of a day are worth 2^(day / 30). So sums never need updates, sums of contacts can be compared at
 * any time, and a score is the sum divided by the weight of a point today.
 *
 * Integers, so that the order of additions does not matter and machine activity can be subtracted exactly. The column
 * is large enough until 2041; see `docs/reports.md`.
 */
export const HALF_LIFE_DAYS = 30;

/** Points for an opened email, a clicked email, a tracked event, and an order. */
export const POINTS = { opened: 1, clicked: 3, tracked_events: 2, orders: 5 } as const;

/** This number of points today is a score of 50; twice as many are 75. */
export const POINTS_TO_HALF = 10;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
/** Weight of a point on the first day, so that fractions are integers. */
const PRECISION = 1_000;
/** The column holds 10^65; this leaves room for a million points. */
const LAST_EXPONENT = 185;

/** Returns the weight of one point on a local day. */
export function engagementUnit(day: string): bigint {
  const exponent = (Date.parse(`${day}T00:00:00Z`) - FIRST_DAY) / DAY_MS / HALF_LIFE_DAYS;
  return BigInt(Math.round(PRECISION * 2 ** Math.min(exponent, LAST_EXPONENT)));
}

/** Returns the score (0 to 100) of a sum on a local day. */
export function scoreOf(engagement: bigint, today: string): number {
  if (engagement <= 0n) return 0;
  return scoreOfPoints(Number(engagement) / Number(engagementUnit(today)));
}

/** Returns the score (0 to 100) of weighted points. */
export function scoreOfPoints(points: number): number {
  return points <= 0 ? 0 : Math.round(100 * (1 - 2 ** (-points / POINTS_TO_HALF)));
}

/** Returns the smallest sum with this score (1 to 100) on a local day. */
export function leastEngagement(score: number, today: string): bigint {
  const points = -POINTS_TO_HALF * Math.log2(1 - (score - 0.5) / 100);
  let least = BigInt(Math.ceil(points * Number(engagementUnit(today))));
  // Corrects the rounding error of the logarithm.
  while (scoreOf(least, today) < score) least += least / 1_000_000_000_000_000n + 1n;
  return least;
}
