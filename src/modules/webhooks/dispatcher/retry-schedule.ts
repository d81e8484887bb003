/**
 * How long to wait after the end of an attempt that failed, or null when it was the last one.
 * @param failures attempts that have failed by now, this one included; `schedule` in milliseconds.
 */
export function delayBeforeRetry(schedule: readonly number[], failures: number): number | null {
  return schedule[failures - 1] ?? null;
}
