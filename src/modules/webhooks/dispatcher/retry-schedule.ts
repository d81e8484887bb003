/** The delay after so many failed attempts, in milliseconds like the schedule; null after the last attempt. */
export function delayBeforeRetry(schedule: readonly number[], failures: number): number | null {
  return schedule[failures - 1] ?? null;
}
