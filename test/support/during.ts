/** Moments of the wall clock, in milliseconds. */
export interface During {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the result of an action, and between which moments it ran. They are extended to whole seconds, as most times are stored.
 */
export async function during<Result>(action: () => PromiseLike<Result>): Promise<[Result, During]> {
  const from = Date.now();
  const result = await action();
  return [result, { from: Math.floor(from / 1_000) * 1_000, to: Math.ceil(Date.now() / 1_000) * 1_000 }];
}

export function expectDuring(moment: number, { from, to }: During): void {
  expect(moment).toBeGreaterThanOrEqual(from);
  expect(moment).toBeLessThanOrEqual(to);
}
