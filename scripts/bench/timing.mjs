import { figuresOf } from './figures.mjs';

/** @returns how many milliseconds `work` took. */
export async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Runs parallel callers for some seconds, each sending its next call after the previous answer. */
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
