import { setTimeout as sleep } from 'node:timers/promises';
import { CEILING_MS } from './ceiling.js';

/**
 * Waits for another process; within one process, use `world.settle()`.
 * @param what completes the sentence "waited in vain until ...".
 */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  pauseMs = 20,
): Promise<number> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > CEILING_MS) throw new Error(`waited ${CEILING_MS} ms in vain until ${what}`);
    await sleep(pauseMs);
  }
  return performance.now() - start;
}
