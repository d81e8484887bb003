/**
 * Measures a year of life at two sizes, one with a tenth of the data of the other: ten emails per contact in the ledger, and six events per
 * email in the event log. Both installations run on the same servers and are measured in turn.
 *
 *   npm run bench -- year --contacts 10000000       a hundred million emails, six hundred million events; needs about 600 GB
 */
import Redis from 'ioredis';
import { createConnection } from 'mysql2/promise';
import { CAMPAIGN_IDS, reportsDatabase } from './reports-dataset.mjs';
import { insertContactEvents, serverSettings } from './dataset.mjs';
import { waitUntil } from '../processes.mjs';
import { figuresOf, machineLoop, median, printColumns } from './figures.mjs';
import { forget } from './reports.mjs';
import { requestsOf } from './requests.mjs';
import * as sending from './sending.mjs';
import { timed } from './timing.mjs';

const EVENTS = [
  ...['email.sent', 'email.opened', 'email.clicked'],
  ...['contact.event_tracked', 'contact.tag_added', 'contact.list_added'],
];
const EVENTS_PER_STATEMENT = 240_000;
const MADE_MARK = 'bench: a year is complete';
const API = '/api/v2';
const MOST_GROWTH = 1.3;
const FULL = { rounds: 200, slowMs: 15_000, emails: 5_000, repeats: 3, backlog: 20_000, judged: true };
const TOY = { rounds: 3, slowMs: 1_000, emails: 100, repeats: 1, backlog: 1_000, judged: false };
const LIST = 9_001;
const WARM_UP = 5;
const TIMEOUT_MS = 600_000;

/** Each read with one connection. `cold`: without the cache of reports. */
const READS = [
  { name: 'page of contacts', path: () => '/subscribers', limit: 50 },
  { name: 'page by tag and list', path: (id) => `/subscribers?tags[]=${1 + (id % 50)}&lists[]=${1 + (id % 20)}` },
  { name: 'one contact', path: (id) => `/subscribers/${id}` },
  { name: 'timeline of a contact', path: (id) => `/subscribers/${id}/timeline` },
  { name: 'tracked events of a contact', path: (id) => `/subscribers/${id}/tracking-events` },
  { name: 'newest events', path: () => '/events' },
  { name: 'overview', path: () => '/reports/overview', cold: true, limit: 100 },
  { name: 'overview, 12 months', path: () => '/reports/overview?date_range=12_months', cold: true },
  { name: 'campaigns', path: () => '/reports/campaigns', cold: true },
  { name: 'one campaign', path: (id) => `/reports/campaigns/${1 + (id % CAMPAIGN_IDS.length)}`, cold: true },
  { name: 'top-subscribers', path: () => '/reports/top-subscribers', cold: true },
];

/** @param {{toy: boolean, contacts: number, seed: number, dataDir: string, databaseUrl: string, redisUrl: string, log: (line: string) => void}} given */
export async function measure(given) {
  const size = given.toy ? TOY : FULL;
  const most = given.toy ? 500 : given.contacts;
  const installations = [];
  const cache = new Redis(given.redisUrl);
  try {
    const machine = machineLoop();
    for (const contacts of [most / 10, most]) installations.push(await start({ ...given, contacts }, size));
    const lines = [];
    for (const read of READS) lines.push(await compareReads(installations, read, size, { cache, log: given.log }));
    for (const kind of ['create', 'update']) lines.push(await compareWrites(installations, kind, size, given.log));
    const rates = {
      'emails sent': ({ bench, recipients }) => bench.steady({ list: LIST, sender: 'plain', emails: recipients }),
      'events handed over': ({ bench, contacts }) => relayed(bench.database, Math.min(size.backlog, contacts)),
    };
    for (const [name, rateOf] of Object.entries(rates))
      lines.push(await compareRates(name, installations, size, given.log, rateOf));
    const [, full] = installations;
    const title =
      `a year: ${full.contacts} contacts, ${full.emails} emails, ${full.events} events, ${full.megabytes} MB, and a tenth; ` +
      `${await serverSettings(full.bench.database)}, ${machine()}`;
    const rows = lines.map((line) => judge(line, size));
    printColumns(title, COLUMNS, rows);
    printColumns(
      'MB per million rows',
      { table: 'table', rows: 'rows', MB: 'megabytes' },
      await sizesOf(full.bench.database),
    );
    return rows;
  } finally {
    for (const { bench } of installations) await bench.stop();
    cache.disconnect();
  }
}

const COLUMNS = {
  figure: 'name',
  'a tenth': 'floor',
  full: 'value',
  'full / tenth': ({ ratio }) => ratio.toFixed(2),
  target: 'target',
  verdict: ({ met }) => (met === undefined ? '' : met ? 'met' : 'MISSED'),
};

/** @param {{name: string, unit: string, values: [number, number], limit?: number}} line */
function judge({ name, unit, values: [tenth, full], limit }, { judged }) {
  const ratio = unit === '/s' ? tenth / full : full / tenth;
  const text = (value) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)}${unit}`;
  return {
    ...{ name, floor: text(tenth), value: text(full), ratio },
    target: `<= ${MOST_GROWTH}${limit === undefined ? '' : `, <= ${limit} ms`}`,
    met: judged ? ratio <= MOST_GROWTH && full <= (limit ?? Infinity) : undefined,
  };
}

/* ------------------------------------------------------------------------------------------- measurements */

/** Compares the 95th percentiles. */
async function compareReads(installations, { name, path, cold, limit }, size, { cache, log }) {
  log(name);
  const calls = installations.map(({ contacts }) => (round) => [
    'GET',
    API + path(1 + (((round + 7) * 7_919) % contacts)),
  ]);
  const figures = await timesOf(installations, calls, size, () => cold && forget(cache, '{bench_year*'));
  return { name: `${name}${cold ? ', cold' : ''}, p95`, unit: ' ms', limit, values: figures.map(({ p95 }) => p95) };
}

/** Compares the medians. */
async function compareWrites(installations, kind, size, log) {
  log(kind);
  const calls = installations.map(({ contacts }) => requestsOf(contacts)[kind]);
  const figures = await timesOf(installations, calls, size);
  return { name: `${kind} a contact, p50`, unit: ' ms', values: figures.map(({ p50 }) => p50) };
}

/** Sends the requests of each installation in turn, with one connection. @param before runs before each request. */
async function timesOf(installations, calls, { rounds, slowMs }, before = () => undefined) {
  const times = installations.map(() => []);
  const enough = performance.now() + slowMs;
  for (let round = -WARM_UP; round < rounds && performance.now() < enough; round += 1)
    for (const [index, { bench }] of installations.entries()) {
      await before();
      const ms = await timed(() => bench.product.send(...calls[index](round)));
      if (round >= 0) times[index].push(ms);
    }
  return times.map(figuresOf);
}

/** Compares the medians of what `rateOf` returns, per second. */
async function compareRates(name, installations, { repeats }, log, rateOf) {
  const rates = installations.map(() => []);
  for (let round = 1; round <= repeats; round += 1)
    for (const [index, installation] of installations.entries()) {
      log(`${name}, round ${round}`);
      rates[index].push(await rateOf(installation));
    }
  return { name, unit: '/s', values: rates.map(median) };
}

/** Returns how fast a backlog of events is handed to the subscribers. */
async function relayed(database, count) {
  await database.query('START TRANSACTION');
  const event = `'event', JSON_OBJECT('id', c.id, 'event_key', 'visited', 'title', 'Visited', 'value', NULL, 'counter', 1)`;
  await database.query(`${insertContactEvents('contact.event_tracked', event)} ORDER BY c.id LIMIT ?`, [count]);
  const started = performance.now();
  await database.query('COMMIT');
  const isDone = async () => {
    const [[{ waiting }]] = await database.query(
      `SELECT EXISTS (SELECT 1 FROM domain_events WHERE state = 'new') AS waiting`,
    );
    return waiting === 0;
  };
  if (!(await waitUntil(isDone, TIMEOUT_MS, 20))) throw new Error('events are not handed over');
  return (count * 1_000) / (performance.now() - started);
}

/* --------------------------------------------------------------------------------------------------- data */

async function start(context, { emails }) {
  const { contacts, log } = context;
  const url = await reportsDatabase({ ...context, purpose: 'year' });
  const connection = await createConnection(url);
  const [[{ made }]] = await connection.query('SELECT COUNT(*) AS made FROM tags WHERE description = ?', [MADE_MARK]);
  if (made === 0) await fillLog(connection, emails, log);
  const [[{ emails: all, events }]] = await connection.query(
    'SELECT (SELECT COUNT(*) FROM email_messages) AS emails, (SELECT COUNT(*) FROM domain_events) AS events',
  );
  const [[{ recipients }]] = await connection.query(
    `SELECT COUNT(*) AS recipients FROM contact_lists WHERE list_id = ${LIST}`,
  );
  const [[{ megabytes }]] = await connection.query(
    'SELECT ROUND(SUM(data_length + index_length) / 1048576) AS megabytes FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  await connection.end();
  const bench = await sending.start(context, { url, name: `bench_year_${contacts}` });
  return { contacts, emails: all, events, megabytes, recipients, bench };
}

/** Fills the event log in the order of the emails, and the opens and clicks. */
async function fillLog(connection, recipients, log) {
  await connection.query('SET SESSION unique_checks = 0, foreign_key_checks = 0');
  for (const table of ['domain_events', 'email_hits', 'email_contents'])
    await connection.query(`TRUNCATE TABLE ${table}`);
  await connection.query(
    'INSERT INTO email_contents (id, subject, pre_header, html, text, from_name, from_email, tracks_opens) VALUES ?',
    [CAMPAIGN_IDS.map((id) => [id, `News ${id}`, '', '', '', 'Bench', 'news@bench.example', 1])],
  );
  await connection.query(
    'CREATE TEMPORARY TABLE bench_kinds (kind INT PRIMARY KEY, type VARCHAR(64), subject VARCHAR(32))',
  );
  await connection.query('INSERT INTO bench_kinds VALUES ?', [
    EVENTS.map((type, index) => [index, type, type.slice(0, type.indexOf('.'))]),
  ]);
  const [[{ last }]] = await connection.query('SELECT MAX(id) AS last FROM email_messages');
  const step = Math.floor(EVENTS_PER_STATEMENT / EVENTS.length);
  const began = Date.now();
  for (let first = 1; first <= last; first += step) {
    await connection.query(
      `INSERT INTO domain_events (id, position, uid, type, subject_type, subject_id, contact_id, campaign_id, state, occurred_at, data)
       SELECT (m.id - 1) * ${EVENTS.length} + k.kind + 1, (m.id - 1) * ${EVENTS.length} + k.kind + 1,
              CONCAT(LPAD(HEX(m.id), 11, '0'), k.kind, UPPER(LEFT(MD5(m.id), 14))), k.type, k.subject,
              IF(k.subject = 'contact', m.contact_id, m.id), m.contact_id, IF(k.subject = 'contact', NULL, m.source_id), 'carried',
              m.created_at + INTERVAL k.kind SECOND,
              IF(k.subject = 'contact',
                 JSON_OBJECT('contact', JSON_OBJECT('id', m.contact_id, 'email', m.email, 'first_name', 'Ada', 'last_name', 'Lovelace',
                               'status', 'subscribed', 'created_at', '2024-01-01T00:00:00.000Z'),
                             'event', JSON_OBJECT('id', m.id, 'event_key', 'visited', 'title', 'Visited', 'value', NULL, 'counter', 1),
                             'tags', JSON_ARRAY(JSON_OBJECT('id', 1, 'title', 'tag 1', 'slug', 'tag-1')),
                             'lists', JSON_ARRAY(JSON_OBJECT('id', 1, 'title', 'list 1', 'slug', 'list-1'))),
                 JSON_OBJECT('email', JSON_OBJECT('id', m.id, 'subject', 'News', 'contact_id', m.contact_id, 'campaign_id', m.source_id,
                             'funnel_id', NULL, 'sequence_id', NULL, 'source', JSON_OBJECT('type', 'campaign', 'id', m.source_id),
                             'to', m.email, 'message_id', m.message_id)))
         FROM email_messages m JOIN bench_kinds k WHERE m.id BETWEEN ? AND ? ORDER BY m.id, k.kind`,
      [first, first + step - 1],
    );
    await connection.query(
      `INSERT INTO email_hits (uid, message_id, kind, is_machine, user_agent, occurred_at)
       SELECT m.id, m.id, 'open', 0, 'Mozilla/5.0 (bench)', m.created_at FROM email_messages m
        WHERE m.id BETWEEN ? AND ? AND m.human_opens > 0`,
      [first, first + step - 1],
    );
    if (Math.floor((first - 1) / step) % 25 === 0)
      log(`events of ${first - 1} of ${last} emails written, ${Math.round((Date.now() - began) / 1_000)} s`);
  }
  await connection.query('UPDATE relay_state SET last_position = (SELECT MAX(position) FROM domain_events)');
  await connection.query(`INSERT INTO lists (id, title, title_key, slug) VALUES (${LIST}, 'Bench', 'bench', 'bench')`);
  await connection.query(
    `INSERT INTO contact_lists (contact_id, list_id)
     SELECT id, ${LIST} FROM contacts WHERE status = 'subscribed' ORDER BY id LIMIT ?`,
    [recipients],
  );
  await connection.query('ANALYZE TABLE domain_events, email_hits, contact_lists');
  await connection.query('UPDATE tags SET description = ? WHERE id = 1', [MADE_MARK]);
}

/** The largest tables. The number of rows in the statistics of the server is only an estimate. */
async function sizesOf(database) {
  const [tables] = await database.query(
    `SELECT table_name AS name, (data_length + index_length) / 1048576 AS megabytes
       FROM information_schema.tables WHERE table_schema = DATABASE() AND table_rows > 1000
      ORDER BY data_length + index_length DESC LIMIT 10`,
  );
  const rows = [];
  for (const { name, megabytes } of tables) {
    const [[{ count }]] = await database.query(`SELECT COUNT(*) AS count FROM ${name}`);
    rows.push({ table: name, rows: String(count), megabytes: ((megabytes / count) * 1_000_000).toFixed(0) });
  }
  return rows;
}
