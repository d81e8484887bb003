import { setTimeout as sleep } from 'node:timers/promises';

/**
 * For what another process does in its own time; inside one process `world.settle()` is the better way.
 * @param what ends the sentence "waited in vain until ...".
 * @returns how many milliseconds it took.
 */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
  pauseMs = 20,
): Promise<number> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain until ${what}`);
    await sleep(pauseMs);
  }
  return performance.now() - start;
}
