/**
 * Measures how many opens and clicks the API accepts, compared with the same route without a record, and checks that none is lost
 * when the worker is killed. API, worker, and readers are separate processes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import Redis from 'ioredis';
import { child } from './child.mjs';
import { serverSettings } from './dataset.mjs';
import { figuresOf, machineLoop, median, medians, printLines } from './figures.mjs';
import { startSystem } from './system.mjs';

/** Other runs may use the same servers. */
const OWN_NAME = `bench_tracking_${process.pid}`;
const LINKS = 10;
const TIMEOUT_MS = 180_000;
const ROWS_PER_STATEMENT = 5_000;

const FULL = { emails: 200_000, seconds: 5, rounds: 5, inFlight: 16, judged: true };
const TOY = { emails: 2_000, seconds: 0.5, rounds: 1, inFlight: 8, judged: false };

/** @param {{toy: boolean, dataDir: string, databaseUrl: string, redisUrl: string, log: (line: string) => void}} context */
export async function measure(context) {
  const { log } = context;
  const size = context.toy ? TOY : FULL;
  const bench = await start(context, size);
  try {
    const machine = machineLoop();
    await bench.read('empty', 1);
    const rows = [];
    for (const kind of ['open', 'click']) {
      log(`${kind}s by ${size.inFlight} readers`);
      rows.push(await accepted(bench, kind, size));
    }
    log('opens while the worker is killed');
    rows.push(...(await acceptedWithoutWorker(bench, size)));
    const title =
      `tracking: ${size.emails} emails with ${LINKS} links, ${size.inFlight} readers, resident ` +
      `${JSON.stringify(bench.product.memory())} MB, ${await bench.serverSettings()}, medians of ${size.rounds}, ${machine()}`;
    printLines(title, rows);
    return rows;
  } finally {
    await bench.stop();
  }
}

/** Alternates with the same route without a record; the worker processes the backlog between rounds. */
async function accepted(bench, kind, { rounds, seconds, judged }) {
  const results = [];
  const floors = [];
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await bench.read('empty', seconds));
    results.push(await bench.read(kind, seconds));
    await bench.stored();
  }
  const rate = median(results.map(({ perSecond }) => perSecond));
  const floor = median(floors.map(({ perSecond }) => perSecond));
  const figures = medians(results.map(({ times }) => figuresOf(times)));
  return {
    name: `${kind}s accepted`,
    value: `${rate.toFixed(0)}/s, p50 ${figures.p50.toFixed(1)}, p99 ${figures.p99.toFixed(1)} ms`,
    floor: `${floor.toFixed(0)}/s`,
    ratio: rate / floor,
    ...(judged && {
      target: '>= 60 % of floor, p99 <= 50 ms',
      met: rate >= 0.6 * floor && figures.p99 <= 50,
    }),
  };
}

/** Kills the worker briefly and then for longer, so that a backlog builds up. Nothing may be lost. */
async function acceptedWithoutWorker(bench, { seconds, judged }) {
  const reading = bench.read('open', seconds);
  await sleep((seconds * 1_000) / 2);
  await bench.product.killWorker();
  bench.product.startWorker();
  await reading;
  await bench.stored();
  await bench.product.killWorker();
  await bench.read('open', seconds);
  bench.product.startWorker();
  const perSecond = await bench.stored();
  const { asked, kept, counted } = await bench.counts();
  return [
    { name: 'backlog processed by a restarted worker', value: `${perSecond.toFixed(0)}/s` },
    {
      name: 'lost, over all rounds and two kills',
      value: `${asked} answered, ${kept} in the ledger, ${counted} counted`,
      ...(judged && { target: '0', met: asked === kept && kept === counted }),
    },
  ];
}

/* ---------------------------------------------------------------------------------------------- processes */

async function start(context, size) {
  const { product, database, stop } = await startSystem(context, OWN_NAME);
  const { emails, links } = await fill(database, size.emails);
  const readers = await child('tracking-readers.mjs', { argument: JSON.stringify(product.env), timeoutMs: TIMEOUT_MS });
  const redis = new Redis(context.redisUrl);
  let asked = 0;
  const waiting = async () => Number(await redis.xlen(`{${OWN_NAME}:hits}:stream`));
  const kept = async () => (await database.query('SELECT COUNT(*) AS kept FROM email_hits'))[0][0].kept;

  return {
    product,

    async read(kind, seconds) {
      const order = { kind, origin: product.origin, emails, links, inFlight: size.inFlight, seconds };
      const { times, elapsed, answers } = await readers.ask(order);
      const good = (answers[200] ?? 0) + (answers[302] ?? 0);
      if (good !== times.length) throw new Error(`some requests failed: ${JSON.stringify(answers)}`);
      if (kind !== 'empty') asked += good;
      return { times, perSecond: times.length / (elapsed / 1_000) };
    },

    /** Waits until the ledger has everything. @returns how many it stored per second, from the first one on. */
    async stored() {
      const before = await kept();
      const deadline = performance.now() + TIMEOUT_MS;
      let first = null;
      while ((await waiting()) > 0) {
        if (performance.now() > deadline) throw new Error('events were accepted and never stored');
        first ??= (await kept()) > before ? { at: performance.now(), kept: await kept() } : null;
        await sleep(20);
      }
      return first ? ((await kept()) - first.kept) / ((performance.now() - first.at) / 1_000) : 0;
    },

    async counts() {
      const [[{ counted }]] = await database.query(
        'SELECT SUM(human_opens + human_clicks + machine_opens + machine_clicks) AS counted FROM email_messages',
      );
      return { asked, kept: await kept(), counted: Number(counted) };
    },

    serverSettings: () => serverSettings(database),

    async stop() {
      await stop();
      readers.end();
      redis.disconnect();
    },
  };
}

/** Creates sent emails. @returns the first and last id of emails and of links. */
async function fill(database, count) {
  const [{ insertId: contentId }] = await database.query(
    `INSERT INTO email_contents (subject, pre_header, html, text, from_name, from_email, tracks_opens)
     VALUES ('Hello', '', '', '', '', 'sender@bench.example', 1)`,
  );
  const urls = Array.from({ length: LINKS }, (_, position) => [
    contentId,
    position,
    `https://shop.example/${position}`,
  ]);
  await database.query('INSERT INTO email_links (content_id, position, url) VALUES ?', [urls]);
  for (let first = 1; first <= count; first += ROWS_PER_STATEMENT) {
    const rows = Array.from({ length: Math.min(ROWS_PER_STATEMENT, count - first + 1) }, (_, index) => {
      const id = first + index;
      return [
        'campaign',
        1,
        String(id),
        contentId,
        id,
        `reader-${id}@bench.example`,
        'Hello',
        `<${id}@bench.example>`,
        'sent',
      ];
    });
    await database.query(
      `INSERT INTO email_messages
         (source_type, source_id, recipient_key, content_id, contact_id, email, subject, message_id, state) VALUES ?`,
      [rows],
    );
  }
  const range = async (table) => {
    const [[row]] = await database.query(`SELECT MIN(id) AS least, MAX(id) AS most FROM ${table}`);
    return [row.least, row.most];
  };
  return { emails: await range('email_messages'), links: await range('email_links') };
}
