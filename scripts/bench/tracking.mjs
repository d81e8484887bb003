/**
 * Opens and clicks: how many the API takes in, beside the same route with nothing to note, and whether all of them arrive in
 * the ledger, also when the worker is killed over them. API, worker and readers are processes of their own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import Redis from 'ioredis';
import { createConnection } from 'mysql2/promise';
import { child } from './child.mjs';
import { freshDatabase, serverSettings } from './dataset.mjs';
import { figuresOf, machineSpeed, median, medians, printColumns, verdictOf } from './figures.mjs';
import { startProduct } from './product.mjs';

/** Others may measure on the same servers. */
const OWN_NAME = `bench_tracking_${process.pid}`;
const LINKS = 10;
const GIVE_UP_MS = 180_000;
const ROWS_PER_STATEMENT = 5_000;

const FULL = { emails: 200_000, seconds: 5, rounds: 5, inFlight: 16, judged: true };
const TOY = { emails: 2_000, seconds: 0.5, rounds: 1, inFlight: 8, judged: false };

/** @param {{toy: number, dataDir: string, databaseUrl: string, redisUrl: string, log: (line: string) => void}} context */
export async function measure(context) {
  const { log } = context;
  const size = context.toy ? TOY : FULL;
  const bench = await start(context, size);
  try {
    const before = machineSpeed();
    await bench.read('empty', 1);
    const rows = [];
    for (const kind of ['open', 'click']) {
      log(`${kind}s as fast as ${size.inFlight} readers ask`);
      rows.push(await asFastAsTheyAsk(bench, kind, size));
    }
    log('opens, with the worker killed in between');
    rows.push(...(await killedInBetween(bench, size)));
    const after = machineSpeed();
    const title =
      `tracking: ${size.emails} emails with ${LINKS} links, ${size.inFlight} readers, resident ` +
      `${JSON.stringify(bench.product.memory())} MB, ${await bench.serverSettings()}, medians of ${size.rounds}, ` +
      `machine loop ${before.toFixed(0)} ms before and ${after.toFixed(0)} ms after`;
    print(title, rows);
    return rows.map(lineOf);
  } finally {
    await bench.stop();
  }
}

/** In turn with the same route that has nothing to note; between the turns the worker catches up. */
async function asFastAsTheyAsk(bench, kind, { rounds, seconds, judged }) {
  const results = [];
  const floors = [];
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await bench.read('empty', seconds));
    results.push(await bench.read(kind, seconds));
    await bench.folded();
  }
  const rate = median(results.map(({ perSecond }) => perSecond));
  const floor = median(floors.map(({ perSecond }) => perSecond));
  const figures = medians(results.map(({ times }) => figuresOf(times)));
  return {
    name: `${kind}s accepted`,
    rate,
    figures,
    floor,
    ratio: rate / floor,
    ...(judged && {
      target: '>= 60 % of floor, p99 <= 50 ms',
      met: rate >= 0.6 * floor && figures.p99 <= 50,
    }),
  };
}

/** Once while it folds, and once for so long that there is a heap to be folded; nothing may be lost either way. */
async function killedInBetween(bench, { seconds, judged }) {
  const reading = bench.read('open', seconds);
  await sleep((seconds * 1_000) / 2);
  await bench.product.killWorker();
  bench.product.startWorker();
  await reading;
  await bench.folded();
  await bench.product.killWorker();
  await bench.read('open', seconds);
  bench.product.startWorker();
  const perSecond = await bench.folded();
  const { asked, kept, counted } = await bench.counts();
  return [
    { name: 'folded by a worker that was away', rate: perSecond },
    {
      name: 'lost, over all rounds and two kills',
      note: `${asked} answered, ${kept} in the ledger, ${counted} counted`,
      ...(judged && { target: '0', met: asked === kept && kept === counted }),
    },
  ];
}

/* ---------------------------------------------------------------------------------------------- the processes */

async function start(context, size) {
  const databaseUrl = await freshDatabase(context, OWN_NAME);
  const database = await createConnection(databaseUrl);
  const { emails, links } = await fill(database, size.emails);
  const product = await startProduct({ ...context, databaseUrl, env: { REDIS_PREFIX: OWN_NAME } });
  const readers = await child('tracking-readers.mjs', { argument: JSON.stringify(product.env), giveUpMs: GIVE_UP_MS });
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
      if (good !== times.length) throw new Error(`not everybody was answered well: ${JSON.stringify(answers)}`);
      if (kind !== 'empty') asked += good;
      return { times, perSecond: times.length / (elapsed / 1_000) };
    },

    /** Waits until the ledger has everything. @returns how many a second it took in, from the first one on. */
    async folded() {
      const before = await kept();
      const deadline = performance.now() + GIVE_UP_MS;
      let first = null;
      while ((await waiting()) > 0) {
        if (performance.now() > deadline) throw new Error('hits were taken and never folded');
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
      await product.stop();
      readers.end();
      redis.disconnect();
      await database.query(`DROP DATABASE carillon_${OWN_NAME}`);
      await database.end();
    },
  };
}

/** Emails that were sent, without sending any. @returns the first and last id of emails and of links. */
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

/* -------------------------------------------------------------------------------------------------- figures */

function lineOf({ name, rate, figures, floor, ratio, note, target, met }) {
  const perSecond = rate === undefined ? note : `${rate.toFixed(0)}/s`;
  return {
    name,
    value: figures ? `${perSecond}, p99 ${figures.p99.toFixed(1)} ms` : perSecond,
    ...(floor !== undefined && { floor: `${floor.toFixed(0)}/s` }),
    ...{ ratio, target, met },
  };
}

function print(title, rows) {
  const head = ['figure', 'per s', 'p50 ms', 'p99 ms', 'floor per s', 'ratio', '', 'target', 'verdict'];
  const shown = (value, digits = 0) => (value === undefined ? '' : value.toFixed(digits));
  const body = rows.map(({ name, rate, figures, floor, ratio, note, target, met }) => [
    name,
    shown(rate),
    shown(figures?.p50, 1),
    shown(figures?.p99, 1),
    shown(floor),
    shown(ratio, 2),
    note ?? '',
    target ?? '',
    verdictOf(met),
  ]);
  printColumns(title, head, body);
}
