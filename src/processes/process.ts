import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { INestApplicationContext } from '@nestjs/common';
import { ConfigurationError } from '../platform/config/config.js';
import { maskAddresses } from '../platform/logging/logging.js';

/**
 * V8 lets garbage grow with the memory of the machine. At 40 percent of the live objects, profiles of requests show no more garbage
 * collection than before. NODE_OPTIONS does not permit this option; it limits the young generation (`nodeOptions` in scripts/project.mjs).
 * V8 applies it at the next collection of the whole heap. Without one here, that is too late for a process that is busy from its start:
 * the heap of an export then grew by 200 MB, and stayed that large.
 */
const limitHeapGrowth = (): void => {
  setFlagsFromString('--heap-growing-percent=40');
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

/** Starts a process and reports startup errors in plain words. The heap grows freely during the start, which is faster. */
export function runProcess(start: () => Promise<void>): void {
  Promise.resolve()
    .then(start)
    .then(limitHeapGrowth)
    .then(flushCompileCache) // otherwise a killed process would store none of it
    .catch((error: unknown) => {
      const text =
        error instanceof ConfigurationError
          ? error.message
          : error instanceof Error
            ? (error.stack ?? '')
            : String(error);
      console.error(maskAddresses(text));
      process.exit(1);
    });
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Starts an application with a worker, whose work begins before it listens for signals: an early one would kill the process amid that work. */
export async function heedingSignals(start: () => Promise<INestApplicationContext>): Promise<void> {
  let early: NodeJS.Signals | undefined;
  const remember = (signal: NodeJS.Signals): void => {
    early = signal;
  };
  for (const signal of SIGNALS) process.once(signal, remember);
  const app = await start();
  app.enableShutdownHooks();
  for (const signal of SIGNALS) process.off(signal, remember);
  if (early) process.kill(process.pid, early);
}
