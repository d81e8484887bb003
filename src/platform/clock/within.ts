/** What `within` answers for work that takes longer. */
export const LATE = Symbol('late');

/**
 * What the work comes to, or LATE. Work that is late goes on; nobody hears of its failure then.
 * @throws what the work throws in time.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, ms, LATE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the work is done, and well, within that time. It may go on afterwards. */
export async function succeedsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  try {
    return (await within(ms, work)) !== LATE;
  } catch {
    return false;
  }
}
