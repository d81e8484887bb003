/**
 * The control of one destination, as pure functions: what an allowed rate is at a moment, and when refusals are too
 * many. Rates are emails per second over all processes.
 */

/** The share of the peak that is allowed right after a reduction. */
const AFTER_CUT = 0.8;
/** Seconds until the allowed rate is back at the peak: few at first, while the limit is hardly known. */
const BACK_AT_PEAK_S = { least: 3, most: 15 } as const;
const MIN_RATE = 0.1;
/** The lowest peak of a first reduction: a provider may ask for less before much could be accepted. */
const MIN_FIRST_PEAK = 5;
const CLOSE_TO_ALLOWED = 0.7;
/** Seconds without a reduction after which a destination is no longer limited. */
export const UNLIMITED_AFTER_S = 180;
/** Replies to emails that left before a reduction may still arrive; they do not reduce the rate again. */
export const CUT_AGAIN_AFTER_S = 2;
/** The rate after a quarantine. */
export const RATE_AFTER_QUARANTINE = 2;
/** Seconds per additional email in progress after a reduction of the concurrency. */
const CONCURRENCY_STEP_S = 10;

/** Seconds in which the counts of a destination decay to 37 %. */
export const DECAY_S = { rate: 10, policy: 300, dsn: 3_600 } as const;

/** Policy refusals that start a quarantine, and the share of all answers that they must have. */
const POLICY_REFUSALS = 5;
const POLICY_SHARE = 0.3;
/** Policy refusals without an accepted email between them that start one, however many were accepted before. */
const POLICY_REFUSALS_IN_ROW = 10;
/** Bounce messages that start a quarantine, and their share of the emails: not all of them have arrived yet. */
const DSN_REFUSALS = 10;
const DSN_SHARE = 0.1;

/** Refused probes after which a person must act. */
export const PROBES_UNTIL_PAUSE = 3;

/** The last reduction of a destination, as it is stored. */
export interface CutRow {
  /** Null: the rate is not limited. */
  readonly peak: number | null;
  /** Null: the concurrency is not limited. */
  readonly concurrency: number | null;
  /** Seconds since the last reduction, and from the first one to it; null without any. */
  readonly cut_s: number | null;
  readonly first_s: number | null;
}

export const CUT_IN_SQL = `peak, concurrency, TIMESTAMPDIFF(MICROSECOND, cut_at, NOW(3)) / 1e6 AS cut_s,
  TIMESTAMPDIFF(MICROSECOND, changed_at, cut_at) / 1e6 AS first_s`;

interface Cut {
  /** The accepted rate at the reduction. */
  readonly peak: number;
  readonly secondsAgo: number;
  /** Seconds from the first reduction to this one. */
  readonly afterFirstS: number;
}

/** A cubic curve as in CUBIC congestion control (RFC 9438), flat around the rate at which the provider last refused. */
export function allowedRate({ peak, secondsAgo, afterFirstS }: Cut): number {
  const { least, most } = BACK_AT_PEAK_S;
  const backAtPeakS = Math.min(most, Math.max(least, afterFirstS / 2));
  const distance = (secondsAgo - backAtPeakS) / backAtPeakS;
  return Math.max(MIN_RATE, peak * (1 + (1 - AFTER_CUT) * distance ** 3));
}

/** Returns the allowed rate; null for no limit. @param elapsedS since the row was read. */
export const rateOf = ({ peak, cut_s: cutS, first_s: firstS }: CutRow, elapsedS = 0): number | null =>
  peak === null ? null : allowedRate({ peak, secondsAgo: (cutS ?? 0) + elapsedS, afterFirstS: firstS ?? 0 });

/** Returns how many emails may be in progress per worker; null for no limit. @param elapsedS since the row was read. */
export const concurrencyOf = ({ concurrency, cut_s: cutS }: CutRow, elapsedS = 0): number | null =>
  concurrency === null ? null : concurrency + Math.floor(((cutS ?? 0) + elapsedS) / CONCURRENCY_STEP_S);

/** @param decayed by `DECAY_S.rate`. @param activeS its period; a short one is corrected for what is missing. */
export const acceptedRate = (decayed: number, activeS: number): number =>
  decayed / (DECAY_S.rate * (1 - Math.exp(-Math.max(activeS, 1) / DECAY_S.rate)));

/** What was allowed, or at least half, or twice what it accepted at first. @param allowed null without a limit. */
export function peakAfter(accepted: number, allowed: number | null): number {
  // Many emails at once may have exceeded the limit, so the rate that the provider accepts may be higher.
  if (allowed === null) return Math.max(MIN_FIRST_PEAK, 2 * accepted);
  // The accepted rate lags behind the allowed one; only a much lower one says that the limit is lower.
  const peak = accepted >= CLOSE_TO_ALLOWED * allowed ? allowed : Math.max(accepted, allowed / 2);
  return Math.max(MIN_RATE, peak);
}

/** Returns the peak with which a rate is allowed right after a reduction. */
export const peakOf = (rate: number): number => rate / AFTER_CUT;

/** Whether to stop. `refused` (recently) and `inRow` (since the last accepted email) include the latest reply. */
export const isRefusedByPolicy = (refused: number, accepted: number, inRow: number): boolean =>
  inRow >= POLICY_REFUSALS_IN_ROW ||
  (refused >= POLICY_REFUSALS - 0.1 && refused >= POLICY_SHARE * (refused + accepted));

/** Whether bounce messages refuse enough to stop. */
export const isRefusedByDsn = (refused: number, sent: number): boolean =>
  refused >= DSN_REFUSALS - 0.1 && refused >= DSN_SHARE * sent;

/** Returns the wait before the next probe, growing with each refused one; the last one repeats. */
export const probeWaitMs = (schedule: readonly number[], probes: number): number =>
  schedule[Math.min(probes, schedule.length - 1)] ?? 3_600_000;
