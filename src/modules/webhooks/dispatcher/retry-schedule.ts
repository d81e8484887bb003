/** Returns the delay in milliseconds after this number of failed attempts, or null after the last one. */
export function delayBeforeRetry(schedule: readonly number[], failures: number): number | null {
  return schedule[failures - 1] ?? null;
}
