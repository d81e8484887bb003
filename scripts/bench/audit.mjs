/**
 * What the audit log adds to a write: the same requests to the same process, with the recorder and without it in turn. It writes
 * in the transaction that it records, so there is no other way to tell.
 */
import { serverSettings } from './dataset.mjs';
import { figuresOf, machineSpeed, printColumns, verdictOf } from './figures.mjs';
import { withLevers } from './levers.mjs';
import { timed } from './timing.mjs';

const API = '/api/v2';
const OWN_NAME = `bench_audit_${process.pid}`;
const FULL = { writes: 400, bulkWrites: 40, inBulk: 500, warmUp: 100, judged: true };
const TOY = { writes: 4, bulkWrites: 2, inBulk: 20, warmUp: 0, judged: false };
/** A tenth more is what being able to tell who did something may cost. */
const MAX_COUNT = 1.1;

/** @param {{toy: number, dataDir: string, databaseUrl: string, redisUrl: string, log: (line: string) => void}} given
 *  @returns {Promise<import('./figures.mjs').Line[]>} */
export async function measure(given) {
  const size = given.toy ? TOY : FULL;
  return withLevers(given, OWN_NAME, async ({ product, database }) => {
    const before = machineSpeed();
    const lines = [];
    for (const [name, { times, request }] of Object.entries(writesOf(size))) {
      given.log(name);
      lines.push(await inTurn(product, name, { ...size, times, request }));
    }
    const [[{ entries }]] = await database.query('SELECT COUNT(*) AS entries FROM audit_log');
    if (entries === 0) throw new Error('nothing was written into the audit log');
    printColumns(
      `audit: ${entries} entries written, ${await serverSettings(database)}, ` +
        `machine loop ${before.toFixed(0)} ms before and ${machineSpeed().toFixed(0)} ms after`,
      ['figure', 'with the audit log', 'without', 'ratio', 'target', 'verdict'],
      lines.map(({ name, value, floor, ratio, target, met }) => [
        name,
        value,
        floor,
        ratio.toFixed(3),
        target,
        verdictOf(met),
      ]),
    );
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

async function inTurn(product, name, { times, request, warmUp, judged }) {
  const ask = async (method, path, body) => {
    const answer = await product.request(method, API + path, body);
    if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  };
  let number = 0;
  for (; number < Math.min(warmUp, times); number += 1) await ask(...request(number));
  const taken = { true: [], false: [] };
  for (let round = 0; round < times; round += 1)
    // Who goes first is changed as well: what a write leaves to be done meets the next one.
    for (const on of round % 2 === 0 ? [true, false] : [false, true]) {
      await ask('POST', '/bench/audit', { on });
      const next = request((number += 1));
      taken[on].push(await timed(() => ask(...next)));
    }
  const [audited, bare] = [figuresOf(taken.true), figuresOf(taken.false)];
  const ratio = audited.p50 / bare.p50;
  return {
    name: `${name}, audited`,
    value: `p50 ${audited.p50.toFixed(2)} ms`,
    floor: `p50 ${bare.p50.toFixed(2)} ms`,
    ratio,
    target: `<= ${MAX_COUNT} of the same without`,
    met: judged ? ratio <= MAX_COUNT : undefined,
  };
}
