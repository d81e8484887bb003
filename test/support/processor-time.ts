/** Processor time of the floor on the machine to which bounds refer. */
const FLOOR_MS = 15;

/**
 * Runs work and returns its processor time in milliseconds of a fixed machine: it is measured relative to a floor, a calculation of known
 * cost that runs before and after. So a bound holds on a slow or busy machine, too.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = floor();
  const used = await usedMs(work);
  return (used / Math.max(before, floor())) * FLOOR_MS;
}

/** Runs work and returns its processor time in milliseconds of this machine. Work at the same time adds to it. */
export async function usedMs(work: () => unknown): Promise<number> {
  const used = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(used);
  return (user + system) / 1_000;
}

/** Returns how many milliseconds of this machine are one of the fixed machine. */
export const machineFactor = (): number => floor() / FLOOR_MS;

/** Processor time of the floor in milliseconds of this machine: texts, numbers, and objects, as in most of the code. The first runs compile it. */
function floor(): number {
  const times = Array.from({ length: 4 }, () => {
    const used = process.threadCpuUsage();
    for (let round = 0; round < 200; round += 1) {
      const rows = Array.from({ length: 200 }, (_, id) => ({ id, email: `reader-${id}@example.com`, tags: [id % 7] }));
      const text = JSON.stringify(rows).replace(/reader-(\d+)/g, (_whole, id: string) => `contact-${id}`);
      JSON.parse(text);
    }
    const { user, system } = process.threadCpuUsage(used);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}
