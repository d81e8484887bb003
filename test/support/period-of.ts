/** Between two moments of the monotonic clock, in milliseconds. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Returns the result of an action, and the period in which it ran. */
export async function periodOf<Result>(action: () => Promise<Result>): Promise<[Result, Period]> {
  const from = performance.now();
  const result = await action();
  return [result, { from, to: performance.now() }];
}
