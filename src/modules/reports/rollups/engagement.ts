/**
 * How much somebody cares, as a number that can be added up: what a contact did weighs points, and points halve every 30
 * days. Rather than making all sums smaller every day, a later day's points weigh more: those of a day are worth
 * 2^(day / 30). So a sum never has to be touched again, sums of different contacts compare at any time, and a score is the
 * sum divided by what a point of today is worth.
 *
 * Whole numbers, so that the order of adding does not matter and what turns out to have been a machine's can be taken
 * away again to the last digit. The column holds them until 2041; `docs/reports.md` says what is to be done by then.
 */
export const HALF_LIFE_DAYS = 30;

/** What a mail opened, a mail clicked in, an event and an order count. */
export const POINTS = { opened: 1, clicked: 3, tracked_events: 2, orders: 5 } as const;

/** So many points of today are a score of 50, twice as many one of 75. */
export const POINTS_TO_HALF = 10;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
/** What a point of the first day is worth, so that fractions of it are whole numbers. */
const PRECISION = 1_000;
/** 10^65 is as much as the column holds; this leaves room for a million points. */
const LAST_EXPONENT = 185;

/** What one point of a local day is worth. */
export function engagementUnit(day: string): bigint {
  const exponent = (Date.parse(`${day}T00:00:00Z`) - FIRST_DAY) / DAY_MS / HALF_LIFE_DAYS;
  return BigInt(Math.round(PRECISION * 2 ** Math.min(exponent, LAST_EXPONENT)));
}

/** The score, 0 to 100, of a sum as it counts on a local day. */
export function scoreOf(engagement: bigint, today: string): number {
  if (engagement <= 0n) return 0;
  return scoreOfPoints(Number(engagement) / Number(engagementUnit(today)));
}

/** The score, 0 to 100, of points as they are worth on the day that is asked about. */
export function scoreOfPoints(points: number): number {
  return points <= 0 ? 0 : Math.round(100 * (1 - 2 ** (-points / POINTS_TO_HALF)));
}

/** The least sum that has this score (1 to 100) on a local day. */
export function leastEngagement(score: number, today: string): bigint {
  const points = -POINTS_TO_HALF * Math.log2(1 - (score - 0.5) / 100);
  let least = BigInt(Math.ceil(points * Number(engagementUnit(today))));
  // The logarithm may be off by its rounding; the score itself says what is true.
  while (scoreOf(least, today) < score) least += least / 1_000_000_000_000_000n + 1n;
  return least;
}
