/** Returns the duration in milliseconds, for comparisons with other requests of the same moment. */
export async function responseMs(request: () => PromiseLike<unknown>): Promise<number> {
  const startedAt = performance.now();
  await request();
  return performance.now() - startedAt;
}
