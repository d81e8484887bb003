import { figuresOf, median, medians } from './figures.mjs';

/** Returns the duration of `work` in milliseconds. */
export async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Runs parallel callers for some seconds. Each sends its next call after the previous answer. */
export async function storm(connections, seconds, call) {
  const times = [];
  const started = performance.now();
  const end = started + seconds * 1_000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) times.push(await timed(call));
    }),
  );
  return { figures: figuresOf(times), perSecond: times.length / ((performance.now() - started) / 1_000) };
}

/**
 * Runs each call for some seconds per round, one after the other, so that a change of the machine's speed affects all of them. The
 * first round warms up and does not count.
 * @param {{rounds: number, seconds: number, connections: number, cpu?: () => number, between?: () => Promise<unknown>}} options `cpu` returns
 *   the processor time of the measured process in ms; `between` runs after each call. A call may have its own `connections` and `cpu`.
 * @returns {Promise<Record<string, {perSecond: number, p50: number, p95: number, p99: number, cpu: number}>>} medians of the rounds; `cpu` in
 *   ms per call
 */
export async function alternating({ rounds, seconds, connections, between, cpu = () => 0 }, calls) {
  const runs = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, call] of Object.entries(calls)) {
      const usage = call.cpu ?? cpu;
      const before = usage();
      const run = await storm(call.connections ?? connections, seconds, call);
      run.cpu = (usage() - before) / run.figures.count;
      if (round > 0) runs[name].push(run);
      await between?.();
    }
  const summary = (results) => ({
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    cpu: median(results.map((run) => run.cpu)),
    ...medians(results.map(({ figures }) => figures)),
  });
  return Object.fromEntries(Object.entries(runs).map(([name, results]) => [name, summary(results)]));
}
