/** The contact domain at a million contacts: what a page, a filter, a look-up and a write cost, beside the bare database. */
import { createConnection } from 'mysql2/promise';
import { COMPANIES, LISTS, TAGS, contactsDatabase, emailOf } from './dataset.mjs';
import { figuresOf, lineOf, machineSpeed, printTable } from './figures.mjs';
import { startProduct } from './product.mjs';
import { seeded } from './random.mjs';
import { storm, timed } from './timing.mjs';

const API = '/api/v2';
const WRITE_SECONDS = 5;
const WARM_UP = 300;
const WARM_UP_MS = 3_000;
/** A question that takes seconds need not be asked as often as one that takes milliseconds. */
const QUESTION_MS = 20_000;
const MIN_ROUNDS = 7;
const EXTRAS = ['stats', 'custom_fields', 'subscriber.custom_values', 'commerce_stat', 'companies'];

const COLUMNS = 'c.id, c.email, c.first_name, c.last_name, c.status, c.created_at';
const HAS_TAG = (id) => `EXISTS (SELECT 1 FROM contact_tags t WHERE t.contact_id = c.id AND t.tag_id = ${id})`;
const HAS_COMPANY = (id) =>
  `EXISTS (SELECT 1 FROM contact_companies k WHERE k.contact_id = c.id AND k.company_id = ${id})`;
const HAS_LIST = (id) => `EXISTS (SELECT 1 FROM contact_lists l WHERE l.contact_id = c.id AND l.list_id = ${id})`;

/** @param {{toy: boolean, contacts: number, seed: number, rounds: number, connections: number, dataDir: string, databaseUrl: string,
 *   redisUrl: string, log: (line: string) => void}} context */
export async function measure(given) {
  const context = given.toy ? { ...given, contacts: 2_000, rounds: 2, warmUp: 3 } : { ...given, warmUp: WARM_UP };
  const { contacts, connections, log } = context;
  const writeSeconds = given.toy ? 0.5 : WRITE_SECONDS;
  const url = await contactsDatabase(context);
  const product = await startProduct({ ...context, databaseUrl: url });
  const database = await createConnection(url);
  try {
    const [[settings]] = await database.query('SELECT @@innodb_buffer_pool_size DIV 1048576 AS pool');
    const before = machineSpeed();
    const rows = [];
    for (const question of readQuestions(contacts, context.seed)) {
      log(question.name);
      rows.push(await read(product, database, question, context));
    }
    for (const segment of await segments(product, contacts)) {
      log(segment.name);
      rows.push(await read(product, database, segment, context));
    }
    rows.push(await loaded(product, connections, writeSeconds));
    rows.push(...(await writes(product, database, { connections, contacts, seconds: writeSeconds })));
    // At toy size nothing is measured.
    const judged = given.toy ? rows.map((row) => ({ ...row, met: undefined })) : rows;
    printTable(
      `contacts: ${contacts} contacts, ${LISTS} lists, ${TAGS} tags, buffer pool ${settings.pool} MB, ` +
        `resident ${JSON.stringify(product.memory())} MB, machine loop ${before.toFixed(0)} ms before and ${machineSpeed().toFixed(0)} ms after`,
      judged,
    );
    return judged.map(lineOf);
  } finally {
    await product.stop();
    if (given.toy) await database.query(`DROP DATABASE ${new URL(url).pathname.slice(1)}`);
    await database.end();
  }
}

/**
 * @typedef {{name: string, path: (round: number) => string, sql?: (round: number) => [string, unknown[]][], limit?: number,
 *   over?: number}} Question
 * `sql` is a handwritten query for the same answer. `limit` bounds the p95 in ms, `over` how much
 * the p50 may lie above that of the floor.
 */
function readQuestions(contacts, seed) {
  const random = seeded(seed + 1);
  const ids = Array.from({ length: 1_000 }, () => 1 + random.below(contacts));
  const id = (round) => ids[round % ids.length];
  const tag = (round) => 1 + (round % TAGS);
  const list = (round) => 1 + (round % LISTS);
  const page = (condition, params = []) => [
    [`SELECT ${COLUMNS} FROM contacts c WHERE ${condition} ORDER BY c.id DESC LIMIT 10`, params],
  ];
  const counted = (condition, params = []) => [
    [`SELECT COUNT(*) FROM contacts c WHERE ${condition}`, params],
    ...page(condition, params),
  ];
  const company = (round) => 1 + (round % COMPANIES);
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
      sql: (round) => counted(`(${HAS_TAG(tag(round))} OR ${HAS_TAG(tag(round + 7))})`),
      limit: 100,
    },
    {
      name: 'one company',
      path: (round) => `/subscribers?company_ids[]=${company(round)}`,
      sql: (round) => page(HAS_COMPANY(company(round))),
      limit: 100,
    },
    {
      name: 'company and status',
      path: (round) => `/subscribers?company_ids[]=${company(round)}&statuses[]=subscribed`,
      sql: (round) => counted(`c.status = 'subscribed' AND ${HAS_COMPANY(company(round))}`),
      limit: 100,
    },
    {
      name: 'tag and status',
      path: (round) => `/subscribers?tags[]=${tag(round)}&statuses[]=subscribed`,
      sql: (round) => counted(`c.status = 'subscribed' AND ${HAS_TAG(tag(round))}`),
      limit: 100,
    },
    {
      name: 'tag and list',
      path: (round) => `/subscribers?tags[]=${tag(round)}&lists[]=${list(round)}`,
      sql: (round) => counted(`${HAS_TAG(tag(round))} AND ${HAS_LIST(list(round))}`),
      limit: 100,
    },
    {
      name: 'tag and list and status',
      path: (round) => `/subscribers?tags[]=${tag(round)}&lists[]=${list(round)}&statuses[]=subscribed`,
      sql: (round) => counted(`c.status = 'subscribed' AND ${HAS_TAG(tag(round))} AND ${HAS_LIST(list(round))}`),
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
      path: (round) => `/subscribers/${id(round)}?${EXTRAS.map((extra) => `with[]=${extra}`).join('&')}`,
      sql: (round) => page('c.id = ?', [id(round)]),
      limit: 15,
    },
    {
      name: 'lists with counts',
      path: () => '/lists',
      sql: () => [['SELECT * FROM lists ORDER BY id DESC', []]],
      limit: 8,
    },
  ];
}

/** Ten rules, each a little harder than the one before, as segments; what is measured is how many are in each. */
async function segments(product, contacts) {
  const rows = {
    country: [{ source: ['subscriber', 'country'], operator: '=', value: 'FR' }, `c.country = 'FR'`],
    status: [{ source: ['subscriber', 'status'], operator: '=', value: 'subscribed' }, `c.status = 'subscribed'`],
    tag: [{ source: ['tags', 'id'], operator: 'in', value: [3] }, HAS_TAG(3)],
    tags: [
      { source: ['tags', 'id'], operator: 'in', value: [5, 9, 14] },
      'EXISTS (SELECT 1 FROM contact_tags t WHERE t.contact_id = c.id AND t.tag_id IN (5, 9, 14))',
    ],
    noTag: [{ source: ['tags', 'id'], operator: 'not_in', value: [7] }, `NOT ${HAS_TAG(7)}`],
    lists: [{ source: ['lists', 'id'], operator: 'in_all', value: [2, 4] }, `${HAS_LIST(2)} AND ${HAS_LIST(4)}`],
    since: [
      { source: ['subscriber', 'created_at'], operator: 'after', value: '2025-01-01' },
      `c.created_at > '2025-01-01 23:59:59'`,
    ],
    city: [
      { source: ['subscriber', 'city'], operator: 'contains', value: 'or' },
      `c.city COLLATE utf8mb4_unicode_520_ci LIKE '%or%'`,
    ],
    colour: [
      { source: ['custom', 'favourite_colour'], operator: '=', value: 'value 42' },
      `EXISTS (SELECT 1 FROM contact_custom_values v WHERE v.contact_id = c.id AND v.field_id = 1 AND v.value = 'value 42')`,
    ],
    name: [{ source: ['subscriber', 'last_name'], operator: '=', value: 'Kowalski' }, `c.last_name = 'Kowalski'`],
    company: [
      { source: ['companies', 'id'], operator: 'in', value: [11, 12] },
      `(${HAS_COMPANY(11)} OR ${HAS_COMPANY(12)})`,
    ],
    email: [{ source: ['subscriber', 'email'], operator: 'contains', value: 'example7' }, `c.email LIKE '%example7%'`],
  };
  const { country, status, tag, tags, noTag, lists, since, city, colour, name, company, email } = rows;
  const rules = [
    [[status]],
    [[tag]],
    [[tag, status]],
    [[tags, since, country]],
    [[colour, status]],
    [[lists, noTag, status]],
    [
      [tag, country],
      [name, since],
    ],
    [[tags, city, since, status], [company]],
    [
      [tags, colour],
      [lists, country, since],
      [tag, name],
    ],
    [
      [tags, since, country, status, noTag],
      [lists, city, colour],
      [company, email],
    ],
  ];
  const made = [];
  for (const [index, groups] of rules.entries()) {
    const filters = groups.map((group) => group.map(([row]) => row));
    const title = `bench ${Date.now()} ${index}`;
    const { status: code, body } = await product.request('POST', `${API}/segments`, { title, filters });
    if (code !== 200) throw new Error(`the segment was answered with ${code}: ${JSON.stringify(body)}`);
    const where = groups.map((group) => `(${group.map(([, sql]) => sql).join(' AND ')})`).join(' OR ');
    made.push({
      name: `segment count ${index + 1}: ${groups.flat().length} rows in ${groups.length} groups`,
      path: () => `/segments/${body.segment.id}/count`,
      sql: () => [[`SELECT COUNT(*) FROM contacts c WHERE ${where}`, []]],
      limit: contacts > 1_000_000 ? undefined : 500,
    });
  }
  return made;
}

/** Product and database in turn, so that a drift of the machine meets both. */
async function read(product, database, { name, path, sql, limit, over }, { rounds, warmUp }) {
  const times = [];
  const floors = [];
  // The compiler of the engine has to have seen the way before it is timed.
  const warm = performance.now() + WARM_UP_MS;
  for (let round = 0; round < warmUp && performance.now() < warm; round += 1)
    await product.request('GET', API + path(round));
  const enough = performance.now() + QUESTION_MS;
  for (let round = 0; round < rounds && (round < MIN_ROUNDS || performance.now() < enough); round += 1) {
    times.push(await timed(() => expectOk(product.request('GET', API + path(round)))));
    if (sql)
      floors.push(
        await timed(async () => {
          for (const statement of sql(round)) await database.query(...statement);
        }),
      );
  }
  const figures = figuresOf(times);
  const floor = figuresOf(floors);
  const read_ = await rowsRead(database, () => product.request('GET', API + path(rounds)));
  return { name, figures, floor, rows: read_, ...verdict(figures, floor, { limit, over }) };
}

function verdict(figures, floor, { limit, over }) {
  if (limit !== undefined) return { target: `p95 <= ${limit} ms`, met: figures.p95 <= limit };
  if (over !== undefined) return { target: `floor + ${over} ms p50`, met: figures.p50 <= floor.p50 + over };
  return { target: 'reported' };
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

async function loaded(product, connections, seconds) {
  const { figures, perSecond } = await storm(connections, seconds, () =>
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

async function writes(product, database, { connections, contacts, seconds }) {
  const run = Date.now();
  let number = 0;
  const next = () => (number += 1);
  const someone = () => 1 + ((next() * 7919) % contacts);
  const [insert] = await Promise.all([
    storm(1, seconds, () => {
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
    const { figures, perSecond } = await storm(connections, seconds, () => {
      const [method, route, body] = make();
      return expectOk(product.request(method, API + route, body));
    });
    rows.push({ name, figures, floor: insert.figures, perSecond, target: '>= 500/s', met: perSecond >= 500 });
  }
  await database.query(`DELETE FROM contacts WHERE email LIKE 'floor-%@bench.example'`);
  return rows;
}

async function expectOk(answer) {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
}
