/** The contact domain at a million contacts: what a page, a filter, a look-up and a write cost, beside the bare database. */
import { createConnection } from 'mysql2/promise';
import { LISTS, TAGS, contactsDatabase, emailOf } from './dataset.mjs';
import { figuresOf, machineSpeed, printTable } from './figures.mjs';
import { startProduct } from './product.mjs';
import { seeded } from './random.mjs';

const API = '/api/v2';
const WRITE_SECONDS = 5;
const WARM_UP = 30;

const COLUMNS = 'c.id, c.email, c.first_name, c.last_name, c.status, c.created_at';
const HAS_TAG = (id) => `EXISTS (SELECT 1 FROM contact_tags t WHERE t.contact_id = c.id AND t.tag_id = ${id})`;
const HAS_LIST = (id) => `EXISTS (SELECT 1 FROM contact_lists l WHERE l.contact_id = c.id AND l.list_id = ${id})`;

/** @param {{contacts: number, seed: number, rounds: number, connections: number, dataDir: string, databaseUrl: string,
 *   redisUrl: string, log: (line: string) => void}} context */
export async function measure(context) {
  const { contacts, rounds, connections, log } = context;
  const url = await contactsDatabase(context);
  const product = await startProduct({ ...context, databaseUrl: url });
  const database = await createConnection(url);
  try {
    const [[settings]] = await database.query('SELECT @@innodb_buffer_pool_size DIV 1048576 AS pool');
    const before = machineSpeed();
    const rows = [];
    for (const question of readQuestions(contacts, context.seed)) {
      log(question.name);
      rows.push(await read(product, database, question, rounds));
    }
    rows.push(await loaded(product, connections));
    rows.push(...(await writes(product, database, connections, contacts)));
    printTable(
      `contacts: ${contacts} contacts, ${LISTS} lists, ${TAGS} tags, buffer pool ${settings.pool} MB, ` +
        `resident ${JSON.stringify(product.memory())} MB, machine loop ${before.toFixed(0)} ms before and ${machineSpeed().toFixed(0)} ms after`,
      rows,
    );
  } finally {
    await database.end();
    await product.stop();
  }
}

/**
 * @typedef {{name: string, path: (round: number) => string, sql?: (round: number) => [string, unknown[]], limit?: number,
 *   over?: number}} Question
 * `limit` bounds the p95 in ms, `over` how much the p50 may lie above the floor's.
 */
function readQuestions(contacts, seed) {
  const random = seeded(seed + 1);
  const ids = Array.from({ length: 1_000 }, () => 1 + random.below(contacts));
  const id = (round) => ids[round % ids.length];
  const tag = (round) => 1 + (round % TAGS);
  const list = (round) => 1 + (round % LISTS);
  const page = (condition, params = []) => [
    `SELECT ${COLUMNS} FROM contacts c WHERE ${condition} ORDER BY c.id DESC LIMIT 10`,
    params,
  ];
  const deep = Math.floor(contacts / 2);
  const cursor = Buffer.from(JSON.stringify([null, contacts - deep])).toString('base64url');
  return [
    { name: 'default page of 10', path: () => '/subscribers', sql: () => page('TRUE'), over: 3 },
    {
      name: 'page 10,000',
      path: () => '/subscribers?page=10000',
      sql: () => page('c.id <= ?', [contacts - 99_990]),
      limit: 60,
    },
    {
      name: 'cursor at half depth',
      path: () => `/subscribers?cursor=${cursor}`,
      sql: () => page('c.id < ?', [contacts - deep]),
      over: 3,
    },
    {
      name: 'one status',
      path: () => '/subscribers?statuses[]=pending',
      sql: () => page(`c.status = 'pending'`),
      limit: 100,
    },
    {
      name: 'one tag',
      path: (round) => `/subscribers?tags[]=${tag(round)}`,
      sql: (round) => page(HAS_TAG(tag(round))),
      limit: 100,
    },
    {
      name: 'one list',
      path: (round) => `/subscribers?lists[]=${list(round)}`,
      sql: (round) => page(HAS_LIST(list(round))),
      limit: 100,
    },
    {
      name: 'two tags',
      path: (round) => `/subscribers?tags[]=${tag(round)}&tags[]=${tag(round + 7)}`,
      sql: (round) => page(`(${HAS_TAG(tag(round))} OR ${HAS_TAG(tag(round + 7))})`),
      limit: 100,
    },
    {
      name: 'tag and list and status',
      path: (round) => `/subscribers?tags[]=${tag(round)}&lists[]=${list(round)}&statuses[]=subscribed`,
      sql: (round) => page(`c.status = 'subscribed' AND ${HAS_TAG(tag(round))} AND ${HAS_LIST(list(round))}`),
      limit: 100,
    },
    {
      name: 'search, one rare word',
      path: (round) => `/subscribers?search=reader.${id(round)}.`,
      sql: (round) => page('c.email LIKE ?', [`reader.${id(round)}.%`]),
      limit: 60,
    },
    {
      name: 'search, one common word',
      path: () => '/subscribers?search=kowalski',
      sql: () => page('c.email LIKE ?', ['reader.1%']),
      limit: 60,
    },
    {
      name: 'search, two words',
      path: () => '/subscribers?search=ada%20rossi',
      sql: () => page('c.email LIKE ?', ['reader.1%']),
      limit: 60,
    },
    {
      name: 'by email',
      path: (round) => `/subscribers/0?get_by_email=${emailOf(id(round))}`,
      sql: (round) => page('c.email = ?', [emailOf(id(round))]),
      limit: 5,
    },
    {
      name: 'one contact with extras',
      path: (round) => `/subscribers/${id(round)}?with[]=stats&with[]=custom_fields&with[]=subscriber.custom_values`,
      sql: (round) => page('c.id = ?', [id(round)]),
      limit: 15,
    },
    {
      name: 'lists with counts',
      path: () => '/lists',
      sql: () => ['SELECT * FROM lists ORDER BY id DESC', []],
      limit: 8,
    },
  ];
}

/** Product and database in turn, so that a drift of the machine meets both. */
async function read(product, database, { name, path, sql, limit, over }, rounds) {
  const times = [];
  const floors = [];
  // The compiler of the engine has to have seen the way before it is timed.
  for (let round = 0; round < WARM_UP; round += 1) await product.request('GET', API + path(round));
  for (let round = 0; round < rounds; round += 1) {
    times.push(await timed(() => expectOk(product.request('GET', API + path(round)))));
    if (sql) floors.push(await timed(() => database.query(...sql(round))));
  }
  const figures = figuresOf(times);
  const floor = figuresOf(floors);
  const read_ = await rowsRead(database, () => product.request('GET', API + path(rounds)));
  const target = limit === undefined ? `floor + ${over} ms p50` : `p95 <= ${limit} ms`;
  const met = limit === undefined ? figures.p50 <= floor.p50 + over : figures.p95 <= limit;
  return { name, figures, floor, rows: read_, target, met };
}

/** Rows that the server touched for one request, its own bookkeeping of them included; the machine is idle otherwise. */
async function rowsRead(database, request) {
  const total = async () => {
    const [status] = await database.query(`SHOW GLOBAL STATUS WHERE Variable_name LIKE 'Handler_read%'`);
    return status.reduce((sum, { Value }) => sum + Number(Value), 0);
  };
  const first = await total();
  const overhead = (await total()) - first;
  const before = await total();
  await request();
  return Math.max(0, (await total()) - before - overhead);
}

async function loaded(product, connections) {
  const { figures, perSecond } = await storm(connections, WRITE_SECONDS, () =>
    expectOk(product.request('GET', `${API}/subscribers`)),
  );
  return {
    name: `default page, ${connections} connections`,
    figures,
    perSecond,
    target: '>= 800/s, p95 <= 30 ms',
    met: perSecond >= 800 && figures.p95 <= 30,
  };
}

async function writes(product, database, connections, contacts) {
  const run = Date.now();
  let number = 0;
  const next = () => (number += 1);
  const someone = () => 1 + ((next() * 7919) % contacts);
  const [insert] = await Promise.all([
    storm(1, WRITE_SECONDS, () => {
      const mark = `${run}-${next()}`;
      return database.query(
        `INSERT INTO contacts (hash, email, status, contact_type, created_at, updated_at) VALUES (MD5(?), ?, 'subscribed', 'lead', NOW(), NOW())`,
        [mark, `floor-${mark}@bench.example`],
      );
    }),
  ]);
  const kinds = {
    create: () => [
      'POST',
      '/subscribers',
      {
        email: `new-${run}-${next()}@bench.example`,
        first_name: 'New',
        status: 'subscribed',
        lists: [1 + (number % LISTS)],
        tags: [1 + (number % TAGS)],
      },
    ],
    upsert: () => [
      'POST',
      '/subscribers',
      { email: emailOf(someone()), first_name: `Again ${number}`, __force_update: 'yes' },
    ],
    'update with attach and detach': () => [
      'PUT',
      `/subscribers/${someone()}`,
      {
        subscriber: {
          city: `City ${number}`,
          attach_tags: [1 + (number % TAGS)],
          detach_lists: [1 + (number % LISTS)],
        },
      },
    ],
  };
  const rows = [];
  for (const [name, make] of Object.entries(kinds)) {
    const { figures, perSecond } = await storm(connections, WRITE_SECONDS, () => {
      const [method, route, body] = make();
      return expectOk(product.request(method, API + route, body));
    });
    rows.push({ name, figures, floor: insert.figures, perSecond, target: '>= 500/s', met: perSecond >= 500 });
  }
  await database.query(`DELETE FROM contacts WHERE email LIKE 'floor-%@bench.example'`);
  return rows;
}

/** So many callers, each with its next call as soon as the last one is answered. */
async function storm(connections, seconds, call) {
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

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function expectOk(answer) {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
}
