/**
 * Measures what the audit log adds to a write: the same requests to the same process, alternately with and without the recorder. The
 * recorder writes in the transaction of the request, so its cost cannot be measured separately.
 */
import { serverSettings } from './dataset.mjs';
import { figuresOf, machineLoop, printLines } from './figures.mjs';
import { withLevers } from './system.mjs';
import { timed } from './timing.mjs';

const API = '/api/v2';
const FULL = { writes: 400, bulkWrites: 40, inBulk: 500, warmUp: 100, judged: true };
const TOY = { writes: 4, bulkWrites: 2, inBulk: 20, warmUp: 0, judged: false };
const MAX_RATIO = 1.1;

/** @param {{toy: boolean, dataDir: string, databaseUrl: string, redisUrl: string, log: (line: string) => void}} given
 *  @returns {Promise<import('./figures.mjs').Line[]>} */
export async function measure(given) {
  const size = given.toy ? TOY : FULL;
  return withLevers(given, `bench_audit_${process.pid}`, async ({ product, database }) => {
    const machine = machineLoop();
    const lines = [];
    for (const [name, { times, request }] of Object.entries(writesOf(size))) {
      given.log(name);
      const { audited, bare } = await compareAudited(product, { ...size, times, request });
      const ratio = audited / bare;
      lines.push({
        name: `${name}, audited`,
        value: `p50 ${audited.toFixed(2)} ms`,
        floor: `p50 ${bare.toFixed(2)} ms`,
        ratio,
        target: `<= ${MAX_RATIO} of the same without`,
        met: size.judged ? ratio <= MAX_RATIO : undefined,
      });
    }
    const [[{ entries }]] = await database.query('SELECT COUNT(*) AS entries FROM audit_log');
    if (entries === 0) throw new Error('nothing was written into the audit log');
    printLines(`audit: ${entries} entries written, ${await serverSettings(database)}, ${machine()}`, lines);
    return lines;
  });
}

function writesOf({ writes, bulkWrites, inBulk }) {
  let people = 0;
  const person = () => ({ email: `reader-${(people += 1)}@bench.example`, first_name: 'Ada', status: 'subscribed' });
  return {
    'create a contact': { times: writes, request: () => ['POST', '/subscribers', person()] },
    'update a contact': {
      times: writes,
      request: (number) => ['PUT', `/subscribers/${1 + (number % people)}`, { subscriber: { city: `City ${number}` } }],
    },
    'create a list': { times: writes, request: (number) => ['POST', '/lists', { title: `List ${number}` }] },
    [`bulk-add-update of ${inBulk}`]: {
      times: bulkWrites,
      request: () => ['POST', '/subscribers/bulk-add-update', { contacts: Array.from({ length: inBulk }, person) }],
    },
  };
}

/**
 * Sends requests alternately with and without the audit log.
 * @param {{times: number, warmUp: number, request: (number: number) => [string, string, object]}} options
 * @returns {Promise<{audited: number, bare: number}>} median milliseconds
 */
export async function compareAudited(product, { times, warmUp, request }) {
  const send = (method, route, body) => product.send(method, API + route, body);
  let number = 0;
  for (; number < Math.min(warmUp, times); number += 1) await send(...request(number));
  const durations = { true: [], false: [] };
  for (let round = 0; round < times; round += 1)
    // The order alternates too, because the worker processes the events of a write during the next one.
    for (const on of round % 2 === 0 ? [true, false] : [false, true]) {
      await send('POST', '/bench/audit', { on });
      const next = request((number += 1));
      durations[on].push(await timed(() => send(...next)));
    }
  await send('POST', '/bench/audit', { on: true });
  return { audited: figuresOf(durations.true).p50, bare: figuresOf(durations.false).p50 };
}
