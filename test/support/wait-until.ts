import { setTimeout as sleep } from 'node:timers/promises';
import { CEILING_MS } from './ceiling.js';

/** A test may replace the clock. */
const now = performance.now.bind(performance);

/**
 * Waits for another process; within one process, use `world.settle()`.
 * @param what completes the sentence "waited in vain until ...".
 */
export async function waitUntil(
  what: string | (() => string),
  condition: () => boolean | Promise<boolean>,
  pauseMs = 20,
): Promise<number> {
  const start = now();
  while (!(await condition())) {
    if (now() - start > CEILING_MS) {
      const expected = typeof what === 'string' ? what : what();
      throw new Error(`waited ${CEILING_MS} ms in vain until ${expected}`);
    }
    await sleep(pauseMs);
  }
  return now() - start;
}
