/**
 * Measures the product during faults: receivers that never answer, an unavailable Redis or database, a mailbox provider that refuses
 * everything, a locked contact, and the end of a worker. The same work without the fault alternates with it in the same run. Two rows measure
 * requests whose time must not grow with the ledger or the contacts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { waitUntil } from '../processes.mjs';
import { freshDatabase } from './dataset.mjs';
import { figuresOf, machineLoop, median, medians, printLines } from './figures.mjs';
import { openGate } from './gate.mjs';
import { caughtUp } from './import.mjs';
import * as sending from './sending.mjs';
import { alternating, storm, timed } from './timing.mjs';
import * as webhooks from './webhooks.mjs';

const API = '/api/v2';
const TIMEOUT_MS = 60_000;
/** Changes of webhooks apply after 250 ms. */
const CHANGED_MS = 1_000;
/** The longest pause of the Redis clients of the product between two attempts to connect. */
const RECONNECT_MS = 3_000;
const DATABASE_AWAY_MS = 5_000;
/** Calls that were in flight when the database became unavailable have ended after this time. */
const IN_FLIGHT_MS = 1_000;
const HEALTHY = 10;
const MIXED = 11;

/** The mail server, and not the processor, must limit the rate of emails, so each reply to a message takes `delayMs`. */
const FULL = {
  ...{ rounds: 3, hanging: 50, paced: 200, everyMs: 50, seconds: 3, deliveries: 4_000, replayed: 20_000 },
  ...{ contacts: 200_000, emails: 1_500, delayMs: 200, limited: 600, judged: true },
};
const TOY = {
  ...{ rounds: 1, hanging: 5, paced: 20, everyMs: 50, seconds: 0.2, deliveries: 1_000, replayed: 200 },
  ...{ contacts: 1_000, emails: 200, delayMs: 50, limited: 100, judged: false },
};

/** @param {{toy: boolean, contacts: number, dataDir: string, databaseUrl: string, redisUrl: string, log: (line: string) => void}} context
 *  @returns {Promise<import('./figures.mjs').Line[]>} */
export async function measure(context) {
  const size = context.toy ? TOY : { ...FULL, contacts: Math.min(FULL.contacts, context.contacts) };
  const machine = machineLoop();
  const lines = [];
  const add = ({ met, ...line }) => {
    context.log(`  ${line.name}: ${line.value}`);
    lines.push({ ...line, met: size.judged ? met : undefined });
  };
  try {
    await webhookLines(context, size, add);
    await sendingLines(context, size, add);
  } finally {
    // After a failure, the finished rows are still printed.
    printLines(`faults: medians of ${size.rounds}, ${machine()}`, lines);
  }
  return lines;
}

/** Measures without and with the fault in turn. @returns the results of each. */
async function inTurn(rounds, without, during) {
  const results = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    results[0].push(await without(round));
    results[1].push(await during(round));
  }
  return results;
}

/** @returns the median of the seconds that `work` returns in each round. */
async function secondsOf(rounds, work) {
  const seconds = [];
  for (let round = 0; round < rounds; round += 1) seconds.push((await work()) / 1_000);
  return median(seconds);
}

const times = ({ p50, p99 }) => `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;

/** @returns a row that compares two rates, which is to keep `least` of the one without the fault. */
function rateLine(name, [without, during], least) {
  const [value, floor] = [median(during), median(without)];
  return {
    ...{ name, value: `${value.toFixed(1)}/s`, floor: `${floor.toFixed(1)}/s`, ratio: value / floor },
    ...{ target: `>= ${100 * least} %`, met: value / floor >= least },
  };
}

/** @returns a row with a duration, which must not exceed `most`. */
const secondsLine = (name, seconds, most) => ({
  ...{ name, value: `${seconds.toFixed(2)} s`, target: `<= ${most} s`, met: seconds <= most },
});

/* ------------------------------------------------------------------------------------------------- webhooks */

async function webhookLines(context, size, add) {
  const url = await freshDatabase(context, `bench_faults_${process.pid}`);
  const [database, redis] = [await openGate(url), await openGate(context.redisUrl)];
  try {
    const env = { DATABASE_URL: database.url, REDIS_URL: redis.url };
    const bench = await webhooks.start(context, { url, env });
    try {
      const webhook = await bench.createWebhook(0);
      await bench.burst(size.deliveries, 1);
      add(await hangingLine(bench, size));
      for (const line of await redisLines(bench, redis, size)) add(line);
      add(await databaseLine(bench, database, size));
      add(await stopLine(bench, size));
      add(await replayLine(bench, webhook, size));
    } finally {
      await bench.stop();
    }
  } finally {
    await Promise.all([database.cut(), redis.cut()]);
  }
}

async function settled({ database }) {
  await caughtUp(database, performance.now());
  await webhooks.allStored(database);
}

async function hangingLine(bench, { hanging, paced, everyMs, rounds }) {
  const ids = [];
  for (let number = 1; number <= hanging; number += 1) ids.push(await bench.createWebhook(number, '/hang'));
  const set = async (status) => {
    await Promise.all(ids.map((id) => bench.ask('PUT', `/webhooks/${id}`, { status })));
    await sleep(CHANGED_MS);
  };
  const run = async () => figuresOf(await bench.paced(paced, everyMs, 1));
  const alone = async () => {
    await set('inactive');
    await bench.receiver.ask({ release: true });
    // Otherwise the worker would prepare all of them again when the webhooks become active.
    await bench.database.query('DELETE FROM webhook_deliveries WHERE webhook_id IN (?)', [ids]);
    return run();
  };
  const beside = async () => {
    await set('active');
    return run();
  };
  const results = await inTurn(rounds, alone, beside);
  for (const id of ids) await bench.ask('DELETE', `/webhooks/${id}`);
  await bench.receiver.ask({ release: true });
  const [without, during] = results.map(medians);
  return {
    name: `commit to 2xx beside ${hanging} webhooks that never answer`,
    ...{ value: times(during), floor: times(without), ratio: during.p50 / without.p50 },
    target: 'p50 <= 2 x alone or 200 ms, p99 <= 1 s',
    met: during.p50 <= Math.max(2 * without.p50, 200) && during.p99 <= 1_000,
  };
}

async function redisLines(bench, gate, { rounds, seconds, deliveries }) {
  let number = 0;
  const write = () => {
    const body = { email: `writer-${(number += 1)}@bench.example`, status: 'subscribed' };
    return bench.product.send('POST', `${API}/subscribers`, body);
  };
  const run = async () => {
    const { figures } = await storm(4, seconds, write);
    await settled(bench);
    return { figures, perSecond: deliveries / (await bench.burst(deliveries, 1)) };
  };
  const redisBecomes = async (state) => {
    const reported = async () => (await bench.product.request('GET', '/health/ready')).body.checks.redis === state;
    if (!(await waitUntil(reported, TIMEOUT_MS))) throw new Error(`Redis is not reported as ${state}`);
  };
  const during = async () => {
    await gate.cut();
    try {
      await redisBecomes('away');
      return await run();
    } finally {
      await gate.restore();
      await redisBecomes('ok');
      await sleep(RECONNECT_MS);
    }
  };
  const results = await inTurn(rounds, run, during);
  const [present, away] = results.map((runs) => medians(runs.map(({ figures }) => figures)));
  const rates = results.map((runs) => runs.map(({ perSecond }) => perSecond));
  return [
    {
      name: 'POST /subscribers without Redis, 4 connections',
      ...{ value: times(away), floor: times(present), ratio: away.p99 / present.p99 },
      ...{ target: 'p99 <= 1 s', met: away.p99 <= 1_000 },
    },
    rateLine('webhook deliveries without Redis', rates, 0.5),
  ];
}

/** Commits events, and waits until some of their deliveries have arrived. */
async function underLoad(bench, deliveries) {
  const some = bench.receiver.ask({ expect: deliveries / 10 });
  await bench.commit(deliveries);
  await some;
}

async function databaseLine(bench, gate, { rounds, deliveries }) {
  const seconds = await secondsOf(rounds, async () => {
    await underLoad(bench, deliveries);
    await gate.cut();
    await sleep(IN_FLIGHT_MS);
    const next = bench.receiver.ask({ expect: 1 }).then(() => performance.now());
    await sleep(DATABASE_AWAY_MS - IN_FLIGHT_MS);
    const restored = performance.now();
    await gate.restore();
    const resumed = (await next) - restored;
    if (resumed < 0) throw new Error('deliveries continued without the database');
    await settled(bench);
    return resumed;
  });
  return secondsLine('deliveries resume after 5 s without the database', seconds, 10);
}

async function stopLine(bench, { rounds, deliveries }) {
  const seconds = await secondsOf(rounds, async () => {
    await underLoad(bench, deliveries);
    const ended = await timed(() => bench.product.stopWorker());
    bench.product.startWorker();
    await settled(bench);
    return ended;
  });
  return secondsLine('SIGTERM to the end of a worker with deliveries', seconds, 10);
}

async function replayLine(bench, webhook, { rounds, replayed }) {
  const [[{ events, first }]] = await bench.database.query(
    "SELECT COUNT(*) AS events, MIN(occurred_at) AS first FROM domain_events WHERE type = 'contact.created'",
  );
  if (events < replayed) await bench.commit(replayed - events);
  await settled(bench);
  let total = 0;
  const seconds = await secondsOf(rounds, async () => {
    const order = ['POST', `/webhooks/${webhook}/replay`, { from: first.toISOString() }];
    let replay;
    const answered = await timed(async () => ({ replay } = await bench.ask(...order)));
    ({ total } = replay);
    if (total < replayed) throw new Error(`${total} events are replayed, and not ${replayed}`);
    await bench.ask('DELETE', `/webhooks/${webhook}/replays/${replay.id}`);
    await settled(bench);
    return answered;
  });
  const line = secondsLine('POST /webhooks/{id}/replay', seconds, 2);
  return { ...line, value: `${line.value}, ${total} events` };
}

/* -------------------------------------------------------------------------------------- sending and queries */

async function sendingLines(context, size, add) {
  const bench = await sending.start(context);
  try {
    await bench.fillContacts(size.contacts, size.emails);
    // A third of the recipients of the mixed list, and none of the healthy one, has an address at the domain that refuses everything.
    await bench.database.query(
      "INSERT INTO lists (id, title, title_key, slug) VALUES (?, 'Healthy', 'healthy', 'healthy'), (?, 'Mixed', 'mixed', 'mixed')",
      [HEALTHY, MIXED],
    );
    for (const [list, some] of Object.entries({ [HEALTHY]: 'id % 3 > 0', [MIXED]: 'TRUE' }))
      await bench.database.query(
        `INSERT INTO contact_lists (contact_id, list_id) SELECT id, ? FROM contacts WHERE id <= ? AND ${some}`,
        [list, 1.5 * size.emails],
      );
    const order = { list: HEALTHY, sender: 'plain', emails: size.emails, delayMs: size.delayMs };
    await bench.steady(order);
    add(await refusedLine(bench, order, size));
    add(await lockedLine(bench, order, size));
    add(await sharedRateLine(bench, size));
    for (const line of await queryLines(bench, size)) add(line);
  } finally {
    await bench.stop();
  }
}

/** Each round has a new domain, because the product sends no more to one that refuses everything. */
async function refusedLine(bench, order, { rounds, emails }) {
  const during = async (round) => {
    const ending = `@refused-${round}.example`;
    await bench.database.query(`UPDATE contacts SET email = CONCAT('reader-', id, ?) WHERE id <= ? AND id % 3 = 0`, [
      ending,
      1.5 * emails,
    ]);
    return bench.steady({ ...order, list: MIXED, refuse: { ending, reply: '550 5.7.1 rejected by policy' } });
  };
  const results = await inTurn(rounds, () => bench.steady(order), during);
  return rateLine('emails to healthy domains, a third refused by policy', results, 0.9);
}

/** The mail server rejects the locked contact, because the bounce changes it. */
async function lockedLine(bench, order, { rounds }) {
  const bouncing = (id) => ({
    ...order,
    refuse: { ending: `reader-${id}@bench${id % 50}.example`, reply: '550 5.1.1 no such user' },
  });
  const during = async (round) => {
    const connection = await createConnection(bench.product.env.DATABASE_URL);
    try {
      await connection.query('START TRANSACTION');
      await connection.query('SELECT id FROM contacts WHERE id = ? FOR UPDATE', [3 * round + 2]);
      return await bench.steady(bouncing(3 * round + 2));
    } finally {
      await connection.end();
    }
  };
  const results = await inTurn(rounds, (round) => bench.steady(bouncing(3 * round + 1)), during);
  return rateLine('emails while the row of a contact is locked', results, 0.9);
}

async function sharedRateLine(bench, { rounds, limited }) {
  bench.product.startWorker('second');
  await sleep(RECONNECT_MS);
  const rates = [];
  for (let round = 0; round < rounds; round += 1)
    rates.push(await bench.steady({ list: HEALTHY, sender: 'limited', emails: limited }));
  await bench.product.stopWorker('second');
  const [rate, wanted] = [median(rates), sending.LIMITED_RATE];
  return {
    name: `emails of a sender with ${wanted}/s, two workers`,
    ...{ value: `${rate.toFixed(2)}/s`, floor: `${wanted}/s`, ratio: rate / wanted },
    ...{ target: '95 to 105 %', met: Math.abs(rate / wanted - 1) <= 0.05 },
  };
}

async function queryLines(bench, { rounds, seconds, contacts }) {
  const { product, database } = bench;
  const [large, empty, toAll] = [
    await bench.draft(1, 'plain'),
    await bench.draft(1, 'plain'),
    await bench.draft(2, 'plain'),
  ];
  await database.query(
    `INSERT INTO email_messages (source_type, source_id, recipient_key, content_id, state)
     SELECT 'campaign', ?, id, 1, IF(id % 1000 = 0, 'failed', 'sent') FROM contacts`,
    [large],
  );
  const failed = Math.floor(contacts / 1_000);
  await database.query(
    `INSERT INTO sending_tallies (source_type, source_id, shard, enrolled, sent, failed) VALUES ('campaign', ?, 0, ?, ?, ?)`,
    [large, contacts, contacts - failed, failed],
  );
  await database.query('ANALYZE TABLE email_messages');
  const get = (path) => () => product.send('GET', `${API}/campaigns/${path}`);
  const calls = { large: get(`${large}/status`), empty: get(`${empty}/status`) };
  const status = await alternating({ rounds, seconds, connections: 1 }, calls);
  const estimate = await secondsOf(rounds, () => timed(get(`${toAll}/estimated-recipients-count`)));
  const ratio = status.large.p50 / status.empty.p50;
  return [
    {
      name: `GET /campaigns/{id}/status, ${contacts} emails`,
      ...{ value: `p50 ${status.large.p50.toFixed(2)} ms`, floor: `p50 ${status.empty.p50.toFixed(2)} ms`, ratio },
      ...{ target: '<= 3 x without emails', met: ratio <= 3 },
    },
    {
      name: `GET /campaigns/{id}/estimated-recipients-count, ${contacts} contacts`,
      ...{ value: `p50 ${(1_000 * estimate).toFixed(0)} ms`, target: '<= 10 s', met: estimate <= 10 },
    },
  ];
}
