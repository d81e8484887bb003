/** Measures the credential check, the permission, and the rate limit of a request against the same route without a guard. */
import { machineLoop, printLines } from './figures.mjs';
import { withLevers } from './system.mjs';
import { alternating } from './timing.mjs';

const FULL = { seconds: 3, rounds: 5, judged: true };
const TOY = { seconds: 0.3, rounds: 1, judged: false };
const MIN_PERCENT = 55;

/** @param {{toy: boolean, connections: number, dataDir: string, databaseUrl: string, redisUrl: string, log: (line: string) => void}} given
 *  @returns {Promise<import('./figures.mjs').Line[]>} */
export async function measure(given) {
  const { seconds, rounds, judged } = given.toy ? TOY : FULL;
  return withLevers(given, `bench_access_${process.pid}`, async ({ product }) => {
    const machine = machineLoop();
    const call = (route) => () => product.send('GET', `/api/v2/bench/${route}`);
    const { open, guarded } = await alternating(
      { rounds, seconds, connections: given.connections },
      { open: call('open'), guarded: call('guarded') },
    );
    const text = ({ perSecond, p95 }) => `${perSecond.toFixed(0)}/s, p95 ${p95.toFixed(2)} ms`;
    const ratio = guarded.perSecond / open.perSecond;
    const line = {
      name: 'authenticated request, limiter on, no work',
      value: text(guarded),
      floor: text(open),
      ratio,
      target: `>= ${MIN_PERCENT} % of the same without a guard`,
      met: judged ? 100 * ratio >= MIN_PERCENT : undefined,
    };
    printLines(`access: ${given.connections} connections, ${machine()}`, [line]);
    return [line];
  });
}
