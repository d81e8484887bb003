/**
 * Measures webhooks from the commit of an event to the 2xx of the receiver, and a bare client that posts the same bytes to the same
 * receiver. API, worker, receiver, and bare client are separate processes; product and floor alternate.
 */
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import Redis from 'ioredis';
import { ulid } from 'ulid';
import { inProject } from '../project.mjs';
import { child } from './child.mjs';
import { serverSettings } from './dataset.mjs';
import { figuresOf, machineLoop, median, medians, printLines } from './figures.mjs';
import { startSystem } from './system.mjs';

/** Old deliveries would count, and other runs may use the same servers. */
const OWN_NAME = `bench_webhooks_${process.pid}`;
const WEBHOOKS = [1, 10, 100];
/** The limits of the product: four concurrent requests per webhook, 64 per process. */
const inFlightOf = (webhooks) => Math.min(64, 4 * webhooks);
const TIMEOUT_MS = 120_000;
const ROWS_PER_STATEMENT = 1_000;

/** A burst must be long compared with its start, and a paced run long enough for a 99th percentile. */
const FULL = { deliveries: 4_000, rounds: 5, eventsPerSecond: 100, seconds: 5, warmUp: 1, judged: true };
const TOY = { deliveries: 200, rounds: 1, eventsPerSecond: 20, seconds: 1, warmUp: 0, judged: false };

/** @param {{toy: boolean, dataDir: string, databaseUrl: string, redisUrl: string, log: (line: string) => void}} context */
export async function measure(context) {
  const { log } = context;
  const size = context.toy ? TOY : FULL;
  const bench = await start(context);
  try {
    const machine = machineLoop();
    const rows = [];
    let made = 0;
    for (const count of WEBHOOKS) {
      for (; made < count; made += 1) await bench.createWebhook(made);
      if (count <= 10) {
        log(`${size.eventsPerSecond} events/s to ${count} webhooks`);
        rows.push(await paced(bench, count, size));
      }
      log(`burst to ${count} webhooks`);
      rows.push(await bursts(bench, count, size));
    }
    const title =
      `webhooks: resident ${JSON.stringify(bench.product.memory())} MB, ${await bench.serverSettings()}, ` +
      `medians of ${size.rounds}, ${machine()}`;
    printLines(title, rows, { 'events/s': 'events' });
    return rows;
  } finally {
    await bench.stop();
  }
}

/* ------------------------------------------------------------------------------------------- measurements */

/** Creates contacts over the API at a fixed rate; every webhook receives an event for each of them. */
async function paced(bench, webhooks, { rounds, eventsPerSecond, seconds, warmUp, judged }) {
  const events = eventsPerSecond * seconds;
  const everyMs = 1_000 / eventsPerSecond;
  for (let round = 0; round < warmUp; round += 1) await bench.paced(events / 2, everyMs, webhooks);
  const results = [];
  const floors = [];
  for (let round = 0; round < rounds; round += 1) {
    results.push(figuresOf(await bench.paced(events, everyMs, webhooks)));
    floors.push(figuresOf((await bench.floor({ posts: events, everyMs })).times));
  }
  const figures = medians(results);
  const floor = medians(floors);
  return {
    name: `commit to 2xx, ${eventsPerSecond} events/s, ${webhooks} webhook${webhooks === 1 ? '' : 's'}`,
    value: `p50 ${figures.p50.toFixed(1)}, p99 ${figures.p99.toFixed(1)} ms`,
    floor: `p50 ${floor.p50.toFixed(2)} ms`,
    ratio: figures.p50 / floor.p50,
    ...(judged &&
      webhooks === 1 && {
        target: 'p50 <= 60 ms, p99 <= 300 ms',
        met: figures.p50 <= 60 && figures.p99 <= 300,
      }),
  };
}

/** Commits many events at once; the time ends when the last result is stored. */
export async function bursts(bench, webhooks, { deliveries, rounds, warmUp, judged }) {
  const events = Math.ceil(deliveries / webhooks);
  const posts = events * webhooks;
  for (let round = 0; round < warmUp; round += 1) await bench.burst(events, webhooks);
  const perSecond = [];
  const floorPerSecond = [];
  for (let round = 0; round < rounds; round += 1) {
    perSecond.push(posts / (await bench.burst(events, webhooks)));
    const { elapsed } = await bench.floor({ posts, inFlight: inFlightOf(webhooks) });
    floorPerSecond.push(posts / (elapsed / 1_000));
  }
  const [rate, floor] = [median(perSecond), median(floorPerSecond)];
  return {
    name: `durable deliveries, ${webhooks} webhook${webhooks === 1 ? '' : 's'}`,
    ...{ rate, floorRate: floor, ratio: rate / floor },
    value: `${rate.toFixed(0)}/s`,
    floor: `${floor.toFixed(0)}/s`,
    events: (rate / webhooks).toFixed(0),
    ...(judged && webhooks === 10 && { target: '>= 1,500/s', met: rate >= 1_500 }),
  };
}

/* ---------------------------------------------------------------------------------------------- processes */

/** @param {{env?: Record<string, string>, url?: string}} [options] settings of the product, and a database to use instead of an empty one */
export async function start(context, { env, url: databaseUrl } = {}) {
  const receiver = await child('webhook-receiver.mjs', { argument: context.dataDir, timeoutMs: TIMEOUT_MS });
  const { port } = receiver.hello;
  const { product, database, ask, stop } = await startSystem(context, OWN_NAME, {
    url: databaseUrl,
    // In production, webhooks cannot reach a receiver on this machine.
    env: {
      NODE_ENV: 'test',
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
      DEV_MAILBOX_SMTP_PORT: '0',
      DEV_WEBHOOK_RECEIVER_PORT: '0',
      ...env,
    },
  });
  const floor = await child('webhook-floor.mjs', { argument: context.dataDir, timeoutMs: TIMEOUT_MS });
  const redis = new Redis(context.redisUrl);
  const origin = `https://localhost:${port}`;
  const url = `${origin}/hook`;
  let people = 0;

  /** @returns the time of the commit. */
  async function commit(events) {
    await commitEvents(database, events);
    redis.publish(nudgeChannel(OWN_NAME), '');
    return performance.now();
  }

  return {
    product,
    database,
    receiver,
    ask,
    commit,

    /** @param {string} [path] `/hang`: its calls are never answered. @returns the id of the webhook. */
    async createWebhook(number, path = '/hook') {
      const body = { name: `receiver ${number}`, url: origin + path, events: ['contact.created'] };
      return (await ask('POST', '/webhooks', body)).webhook.id;
    },

    /** @returns the milliseconds from each event to each receiver's response. */
    async paced(events, everyMs, webhooks) {
      const all = receiver.ask({ expect: events * webhooks });
      const started = performance.now();
      const answers = [];
      for (let index = 0; index < events; index += 1) {
        await sleep(Math.max(0, started + index * everyMs - performance.now()));
        const body = { email: `reader-${(people += 1)}@bench.example`, first_name: 'Ada', status: 'subscribed' };
        answers.push(ask('POST', '/subscribers', body));
      }
      // Together, so that the first failure is reported.
      const [{ latencies }] = await Promise.all([all, ...answers]);
      await allStored(database);
      return latencies;
    },

    /** @returns the seconds from the commit until every delivery is stored as done. */
    async burst(events, webhooks) {
      const all = receiver.ask({ expect: events * webhooks });
      const [started] = await Promise.all([commit(events), all]);
      await allStored(database);
      return (performance.now() - started) / 1_000;
    },

    async floor(order) {
      const call = await receiver.ask({ sample: true });
      return floor.ask({ ...order, call, url });
    },

    serverSettings: () => serverSettings(database),

    async stop() {
      await stop();
      receiver.end();
      floor.end();
      redis.disconnect();
    },
  };
}

/** Writes the events directly into the outbox, because only the delivery is measured. */
async function commitEvents(database, events) {
  await database.query('START TRANSACTION');
  for (let first = 0; first < events; first += ROWS_PER_STATEMENT) {
    const rows = Array.from({ length: Math.min(ROWS_PER_STATEMENT, events - first) }, (_, index) => {
      const id = first + index + 1;
      const contact = {
        id,
        email: `ada${id}@bench.example`,
        first_name: 'Ada',
        last_name: "O'Neill-Ångström",
        status: 'subscribed',
        created_at: '2026-01-02 03:04:05',
      };
      return [ulid(), 'contact.created', 'contact', id, JSON.stringify({ contact, source: 'api' })];
    });
    await database.query('INSERT INTO domain_events (uid, type, subject_type, subject_id, data) VALUES ?', [rows]);
  }
  await database.query('COMMIT');
}

/** Waits for the stored results of all webhooks that answer: a delivery without one would be sent again. */
export async function allStored(database) {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const [[{ waiting }]] = await database.query(
      `SELECT EXISTS (SELECT 1 FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id AND d.status = 'pending'
         WHERE w.url NOT LIKE '%/hang') AS waiting`,
    );
    if (waiting === 0) break;
    if (performance.now() > deadline) throw new Error('deliveries were received but never stored as done');
    await sleep(5);
  }
  const [[{ failed }]] = await database.query(
    `SELECT COUNT(*) AS failed FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id AND d.status = 'failed'
      WHERE w.url NOT LIKE '%/hang'`,
  );
  if (failed > 0) throw new Error(`${failed} deliveries failed`);
}

/** @param {string} name of the keys in Redis */
export function nudgeChannel(name) {
  const require = createRequire(inProject('dist', 'main.js'));
  return require('./platform/outbox/relay-nudge.js').nudgeChannel({ redis: { prefix: name } });
}
