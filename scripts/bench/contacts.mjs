/** Measures pages, filters, and look-ups of contacts with one connection, compared with plain SQL. The table measures writes. */
import { createConnection } from 'mysql2/promise';
import { COMPANIES, LISTS, TAGS, contactsDatabase, emailOf } from './dataset.mjs';
import { figuresOf, lineOf, machineLoop, printTable } from './figures.mjs';
import { startProduct } from './product.mjs';
import { seeded } from './random.mjs';
import { timed } from './timing.mjs';

const API = '/api/v2';
const WARM_UP = 300;
const WARM_UP_MS = 3_000;
/** The time limit for the rounds of a slow query. */
const QUESTION_MS = 20_000;
const MIN_ROUNDS = 7;
const EXTRAS = ['stats', 'custom_fields', 'subscriber.custom_values', 'commerce_stat', 'companies'];

const COLUMNS = 'c.id, c.email, c.first_name, c.last_name, c.status, c.created_at';
const HAS_TAG = (id) => `EXISTS (SELECT 1 FROM contact_tags t WHERE t.contact_id = c.id AND t.tag_id = ${id})`;
const HAS_COMPANY = (id) =>
  `EXISTS (SELECT 1 FROM contact_companies k WHERE k.contact_id = c.id AND k.company_id = ${id})`;
const HAS_LIST = (id) => `EXISTS (SELECT 1 FROM contact_lists l WHERE l.contact_id = c.id AND l.list_id = ${id})`;

const CONDITIONS = {
  statuses: (status) => `c.status = '${status}'`,
  tags: HAS_TAG,
  lists: HAS_LIST,
  company_ids: HAS_COMPANY,
};

/** @param {{toy: boolean, contacts: number, seed: number, rounds: number, connections: number, dataDir: string, databaseUrl: string,
 *   redisUrl: string, log: (line: string) => void}} context */
export async function measure(given) {
  const context = given.toy ? { ...given, contacts: 2_000, rounds: 2, warmUp: 3 } : { ...given, warmUp: WARM_UP };
  const { contacts, log } = context;
  const url = await contactsDatabase(context);
  const product = await startProduct({ ...context, databaseUrl: url });
  const database = await createConnection(url);
  try {
    const [[settings]] = await database.query('SELECT @@innodb_buffer_pool_size DIV 1048576 AS pool');
    const machine = machineLoop();
    const rows = [];
    for (const question of readQuestions(contacts, context.seed)) {
      log(question.name);
      rows.push(await read(product, database, question, context));
    }
    for (const segment of await segments(product, contacts)) {
      log(segment.name);
      rows.push(await read(product, database, segment, context));
    }
    // At toy size nothing is measured.
    const judged = given.toy ? rows.map((row) => ({ ...row, met: undefined })) : rows;
    printTable(
      `contacts: ${contacts} contacts, ${LISTS} lists, ${TAGS} tags, buffer pool ${settings.pool} MB, ` +
        `resident ${JSON.stringify(product.memory())} MB, ${machine()}`,
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
 * `sql` is plain SQL for the same response. `limit` is the highest p95 in ms; `over` is the highest difference in ms between the p50 and
 * that of the floor.
 * @returns {Question[]}
 */
export function readQuestions(contacts, seed) {
  const random = seeded(seed + 1);
  const ids = Array.from({ length: 1_000 }, () => 1 + random.below(contacts));
  const id = (round) => ids[round % ids.length];
  const tag = (round) => 1 + (round % TAGS);
  const list = (round) => 1 + (round % LISTS);
  const page = (condition, params = []) => [
    [`SELECT ${COLUMNS} FROM contacts c WHERE ${condition} ORDER BY c.id DESC LIMIT 10`, params],
  ];
  // The SQL counts only what the product counts: single labels and statuses have counters.
  const filter = (name, criteria) => ({
    name,
    path: (round) =>
      `/subscribers?${Object.entries(criteria(round))
        .flatMap(([key, values]) => values.map((value) => `${key}[]=${value}`))
        .join('&')}`,
    sql: (round) => {
      const wanted = Object.entries(criteria(round));
      const conditions = wanted.map(([key, values]) => `(${values.map(CONDITIONS[key]).join(' OR ')})`).join(' AND ');
      const single = wanted.flatMap(([, values]) => values).length === 1;
      return [...(single ? [] : [[`SELECT COUNT(*) FROM contacts c WHERE ${conditions}`]]), ...page(conditions)];
    },
    limit: 100,
  });
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
    filter('one status', () => ({ statuses: ['pending'] })),
    filter('one tag', (round) => ({ tags: [tag(round)] })),
    filter('one list', (round) => ({ lists: [list(round)] })),
    filter('two tags', (round) => ({ tags: [tag(round), tag(round + 7)] })),
    filter('one company', (round) => ({ company_ids: [company(round)] })),
    filter('company and status', (round) => ({ company_ids: [company(round)], statuses: ['subscribed'] })),
    filter('tag and status', (round) => ({ tags: [tag(round)], statuses: ['subscribed'] })),
    filter('tag and list', (round) => ({ tags: [tag(round)], lists: [list(round)] })),
    filter('two tags and list', (round) => ({ tags: [tag(round), tag(round + 7)], lists: [list(round)] })),
    filter('tag, list, and status', (round) => ({
      ...{ tags: [tag(round)], lists: [list(round)], statuses: ['subscribed'] },
    })),
    filter('tag, list, and company', (round) => ({
      ...{ tags: [tag(round)], lists: [list(round)], company_ids: [company(round)] },
    })),
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
      sql: () => page(`c.first_name LIKE 'ada%' AND c.last_name LIKE 'rossi%'`),
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

/** The rows of each segment; `|` separates groups. */
const RULES = [
  'status',
  'tag',
  'tag status',
  'tags since country',
  'color status',
  'lists noTag status',
  'tag country | name since',
  'tags city since status | company',
  'tags color | lists country since | tag name',
  'tags since country status noTag | lists city color | company email',
];

/** Creates ten segments of increasing complexity. @returns {Promise<Question[]>} the counts of their contacts */
export async function segments(product, contacts) {
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
    color: [
      { source: ['custom', 'favorite_color'], operator: '=', value: 'value 42' },
      `EXISTS (SELECT 1 FROM contact_custom_values v WHERE v.contact_id = c.id AND v.field_id = 1 AND v.value = 'value 42')`,
    ],
    name: [{ source: ['subscriber', 'last_name'], operator: '=', value: 'Kowalski' }, `c.last_name = 'Kowalski'`],
    company: [
      { source: ['companies', 'id'], operator: 'in', value: [11, 12] },
      `(${HAS_COMPANY(11)} OR ${HAS_COMPANY(12)})`,
    ],
    email: [{ source: ['subscriber', 'email'], operator: 'contains', value: 'example7' }, `c.email LIKE '%example7%'`],
  };
  const made = [];
  for (const [index, rule] of RULES.entries()) {
    const groups = rule.split(' | ').map((names) => names.split(' ').map((name) => rows[name]));
    const filters = groups.map((group) => group.map(([row]) => row));
    const title = `bench ${Date.now()} ${index}`;
    const { status: code, body } = await product.request('POST', `${API}/segments`, { title, filters });
    if (code !== 200) throw new Error(`the segment was answered with ${code}: ${JSON.stringify(body)}`);
    const where = groups.map((group) => `(${group.map(([, sql]) => sql).join(' AND ')})`).join(' OR ');
    made.push({
      name: `segment count ${index + 1}: ${groups.flat().length} rows in ${groups.length} groups`,
      path: () => `/segments/${body.segment.id}/count`,
      sql: () => [[`SELECT COUNT(*) FROM contacts c WHERE ${where}`, []]],
      limit: contacts > 1_000_000 ? undefined : 300,
    });
  }
  return made;
}

/** Alternates product and database, so that a change of the machine's speed affects both. */
async function read(product, database, { name, path, sql, limit, over }, { rounds, warmUp }) {
  const times = [];
  const floors = [];
  // The JavaScript engine must compile the code before it is timed.
  const warm = performance.now() + WARM_UP_MS;
  for (let round = 0; round < warmUp && performance.now() < warm; round += 1)
    await product.request('GET', API + path(round));
  const enough = performance.now() + QUESTION_MS;
  for (let round = 0; round < rounds && (round < MIN_ROUNDS || performance.now() < enough); round += 1) {
    times.push(await timed(() => product.send('GET', API + path(round))));
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

/** Returns the rows that the server read for one request. */
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
