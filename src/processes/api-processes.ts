import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { METRICS_ANSWER, METRICS_QUESTION } from '../platform/metrics/process-metrics.js';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** One that does not respond is stopped anyway. */
const DISCONNECTED_WITHIN_MS = 5_000;
/** A process that ran longer than this did not fail at its start. */
const STEADY_AFTER_MS = 60_000;

/**
 * Runs `count` API processes behind one port. Restarts those that end, restarts all of them one by one on SIGHUP, and passes on SIGTERM
 * and SIGINT. A new process listens before the old one stops, so no request is refused.
 */
export function runApiProcesses(count: number): void {
  let stopping = false;
  const metrics = new AggregatorRegistry();

  const start = (pauseMs = FIRST_PAUSE_MS): Worker => {
    const startedAt = performance.now();
    const worker = cluster.fork();
    worker.on('message', (message) => {
      if (message === METRICS_QUESTION) void answer(worker);
    });
    worker.on('exit', (code, signal) => {
      if (stopping) process.exitCode = 0;
      else if (!worker.exitedAfterDisconnect) void restart(pauseMs, startedAt, signal || `exit code ${code}`);
    });
    return worker;
  };

  const restart = async (pauseMs: number, startedAt: number, reason: string): Promise<void> => {
    const wait = performance.now() - startedAt > STEADY_AFTER_MS ? FIRST_PAUSE_MS : pauseMs;
    console.error(`API process ended (${reason}); restarting in ${wait / 1_000} s`);
    await sleep(wait);
    if (!stopping) start(Math.min(wait * 2, MAX_PAUSE_MS));
  };

  const answer = async (worker: Worker): Promise<void> => {
    const text = await metrics.clusterMetrics().catch(() => null);
    if (worker.isConnected()) worker.send({ [METRICS_ANSWER]: text });
  };

  let rolling: Promise<void> = Promise.resolve();
  const replaceAll = async (): Promise<void> => {
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (!worker || stopping) continue;
      await once(start(), 'listening');
      const ended = once(worker, 'exit');
      // Before the signal: a connection that is handed to an ending process would never be answered.
      worker.disconnect();
      await Promise.race([once(worker, 'disconnect'), sleep(DISCONNECTED_WITHIN_MS)]);
      worker.process.kill('SIGTERM');
      await ended;
    }
  };
  process.on('SIGHUP', () => {
    rolling = rolling.then(replaceAll);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
    });
  for (let index = 0; index < count; index += 1) start();
}
