/**
 * Returns the delay in milliseconds after a failed attempt, or null after the last one.
 * @param failures failed attempts so far, this one included; `schedule` in milliseconds.
 */
export function delayBeforeRetry(schedule: readonly number[], failures: number): number | null {
  return schedule[failures - 1] ?? null;
}
