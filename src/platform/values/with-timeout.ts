export const TIMED_OUT = Symbol('timed out');

/** Returns the result of the work, or TIMED_OUT. The work continues; later errors are ignored. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | typeof TIMED_OUT> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(resolve, ms, TIMED_OUT);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the work succeeds in time. It may continue afterwards. */
export async function succeedsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  try {
    return (await withTimeout(ms, work)) !== TIMED_OUT;
  } catch {
    return false;
  }
}
