import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for another process; within one process, use `world.settle()`.
 * @param what completes the sentence "waited in vain until ...".
 * @returns the duration in milliseconds.
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
