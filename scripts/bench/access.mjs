/** What every request pays before its handler: the credential check, the permission and the limiter, with the limiter on. */
import { machineSpeed, median, medians, printColumns, verdictOf } from './figures.mjs';
import { withLevers } from './levers.mjs';
import { storm } from './timing.mjs';

const OWN_NAME = `bench_access_${process.pid}`;
const FULL = { seconds: 3, rounds: 5, warmUp: 3, judged: true };
const TOY = { seconds: 0.3, rounds: 1, warmUp: 0.1, judged: false };
const LEAST_PERCENT = 55;

/** @param {{toy: number, connections: number, dataDir: string, databaseUrl: string, redisUrl: string, log: (line: string) => void}} given
 *  @returns {Promise<import('./figures.mjs').Line[]>} */
export async function measure(given) {
  const { seconds, rounds, warmUp, judged } = given.toy ? TOY : FULL;
  return withLevers(given, OWN_NAME, async ({ product }) => {
    const ask = (route, length) =>
      storm(given.connections, length, async () => {
        const { status, body } = await product.request('GET', `/api/v2/bench/${route}`);
        if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
      });
    const before = machineSpeed();
    const runs = { open: [], guarded: [] };
    for (const route of Object.keys(runs)) await ask(route, warmUp);
    for (let round = 0; round < rounds; round += 1)
      for (const route of Object.keys(runs)) runs[route].push(await ask(route, seconds));
    const rateOf = (route) => median(runs[route].map(({ perSecond }) => perSecond));
    const timesOf = (route) => medians(runs[route].map(({ figures }) => figures));
    const ratio = rateOf('guarded') / rateOf('open');
    const line = {
      name: 'authenticated request, limiter on, no work',
      value: `${rateOf('guarded').toFixed(0)}/s, p95 ${timesOf('guarded').p95.toFixed(2)} ms`,
      floor: `${rateOf('open').toFixed(0)}/s, p95 ${timesOf('open').p95.toFixed(2)} ms`,
      ratio,
      target: `>= ${LEAST_PERCENT} % of the same without a guard`,
      met: judged ? 100 * ratio >= LEAST_PERCENT : undefined,
    };
    printColumns(
      `access: ${given.connections} connections, machine loop ${before.toFixed(0)} ms before and ${machineSpeed().toFixed(0)} ms after`,
      ['figure', 'value', 'floor', 'ratio', 'target', 'verdict'],
      [[line.name, line.value, line.floor, ratio.toFixed(2), line.target, verdictOf(line.met)]],
    );
    return [line];
  });
}
