/** Creates contacts in bulk directly in the tables, for areas that measure reads and single writes. */
import { createConnection } from 'mysql2/promise';
import { seeded } from './random.mjs';
import { commandLine } from './product.mjs';

export const LISTS = 20;
export const TAGS = 50;
export const COMPANIES = 200;
/** Raise this when the data changes, so that no run uses older data. */
const VERSION = 3;
const MEMBERSHIPS = 3;
const FIELDS = ['favorite_color', 'shoe_size', 'member_since', 'newsletter_source', 'notes'];
const ROWS_PER_STATEMENT = 2_000;
const CONTACTS_PER_CHUNK = 10_000;
const SHARDS = 8;

export const FIRST =
  'Ada Björn Chloé Dmitri Elif François Grace Hana Íñigo Jürgen Kateryna Łukasz Małgorzata Noor Ólafur Priya Quentin Rosa Søren Thị Uma Víctor Wanjiru Ximena Yusuf Zoë'.split(
    ' ',
  );
export const LAST =
  'Almeida Brzęczyszczykiewicz Castro Dubois Eriksson Fischer García Hansen Ivanova Jansen Kowalski Lefèvre Müller Núñez Okafor Petrov Quispe Rossi Schmidt Tanaka Usman Vargas Weiß Xu Yılmaz Żółkiewski'.split(
    ' ',
  );
const MADE = new Date(Date.UTC(2024, 0, 1));
export const CITIES = 'Berlin Paris Lagos Lima Osaka Oslo Porto Quito Seoul Turin'.split(' ');
export const COUNTRIES = 'DE FR NG PE JP NO PT EC KR IT'.split(' ');
/** Nine of twelve contacts may receive email. */
const STATUSES = [...Array(9).fill('subscribed'), 'unsubscribed', 'pending', 'bounced'];

/** Returns the address of contact `id`. */
export const emailOf = (id) =>
  `reader.${id}.${LAST[id % LAST.length]
    .normalize('NFKD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()}@example${id % 50}.com`;

/**
 * Returns a database with this number of contacts, created once per size, seed, and purpose.
 * @param {{searchable?: boolean, purpose?: string}} context `searchable: false` omits the search index.
 * @returns {Promise<string>} its URL
 */
export async function contactsDatabase(context) {
  const { databaseUrl, dataDir, redisUrl, contacts, seed, log, purpose = 'contacts', searchable = true } = context;
  const name = `carillon_bench_${purpose}_v${VERSION}_${contacts}_${seed}`;
  const url = Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href;
  const server = await createConnection(databaseUrl);
  const [existing] = await server.query('SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?', [
    name,
  ]);
  if (existing.length === 0)
    await server.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  await server.end();
  await commandLine(['migrate'], url, { dataDir, redisUrl });
  const connection = await createConnection({ uri: url, stringifyObjects: true });
  const [[{ present }]] = await connection.query('SELECT COUNT(*) AS present FROM contacts WHERE id <= ?', [contacts]);
  if (present < contacts) await fill(connection, { contacts, seed, log });
  if (!searchable) {
    await connection.query('DELETE FROM contact_search_backlog');
    await connection.end();
    return url;
  }
  const [[{ indexed }]] = await connection.query('SELECT EXISTS (SELECT 1 FROM contact_words) AS indexed');
  const [[{ waiting }]] = await connection.query('SELECT COUNT(*) AS waiting FROM contact_search_backlog');
  if (!indexed || waiting > 0)
    log((await commandLine(['search:rebuild'], url, { dataDir, redisUrl })).trim().split('\n').at(-1));
  await connection.end();
  return url;
}

async function fill(connection, { contacts, seed, log }) {
  const started = Date.now();
  await connection
    .query('SET SESSION unique_checks = 0, foreign_key_checks = 0, sql_log_bin = 0')
    .catch(() => undefined);
  const tables =
    'contact_custom_values contact_companies contact_tags contact_lists contacts lists tags companies custom_fields';
  for (const table of tables.split(' ')) await connection.query(`DELETE FROM ${table}`);
  await labels(connection);
  const random = seeded(seed);
  for (let first = 1; first <= contacts; first += CONTACTS_PER_CHUNK) {
    await chunk(connection, first, Math.min(contacts, first + CONTACTS_PER_CHUNK - 1), random);
    if (first % 100_000 === 1)
      log(`${first - 1} of ${contacts} contacts made, ${Math.round((Date.now() - started) / 1000)} s`);
  }
  await counters(connection);
  await connection.query(
    'ANALYZE TABLE contacts, contact_lists, contact_tags, contact_companies, contact_custom_values',
  );
  log(`${contacts} contacts made in ${Math.round((Date.now() - started) / 1000)} s`);
}

async function labels(connection) {
  const rows = (kind, count) =>
    Array.from({ length: count }, (_, index) => `${kind} ${index + 1}`).map((title, index) => [
      index + 1,
      title,
      title,
    ]);
  for (const [kind, count] of Object.entries({ list: LISTS, tag: TAGS }))
    await connection.query(`INSERT INTO ${kind}s (id, title, title_key, slug) VALUES ?`, [
      rows(kind, count).map((row) => [...row, row[1].replace(' ', '-')]),
    ]);
  await connection.query('INSERT INTO companies (id, name, name_key, created_at, updated_at) VALUES ?', [
    rows('company', COMPANIES).map((row) => [...row, MADE, MADE]),
  ]);
  for (const [index, slug] of FIELDS.entries())
    await connection.query(
      'INSERT INTO custom_fields (id, field_key, type, label, slug, position) VALUES (?, ?, ?, ?, ?, ?)',
      [index + 1, slug, 'text', slug, slug, index],
    );
}

async function chunk(connection, from, to, random) {
  const contacts = [];
  const lists = [];
  const tags = [];
  const values = [];
  const companies = [];
  for (let id = from; id <= to; id += 1) {
    const place = random.below(CITIES.length);
    const moment = new Date(Date.UTC(2024, 0, 1) + ((id * 37) % 900) * 86_400_000 + (id % 86_400) * 1000);
    contacts.push([
      id,
      id.toString(16).padStart(32, '0'),
      emailOf(id),
      random.pick(FIRST),
      LAST[id % LAST.length],
      random.pick(STATUSES),
      'lead',
      CITIES[place],
      COUNTRIES[place],
      moment,
      moment,
    ]);
    for (const list of random.several(MEMBERSHIPS, LISTS)) lists.push([id, list, moment]);
    for (const tag of random.several(MEMBERSHIPS, TAGS)) tags.push([id, tag, moment]);
    if (id % 3 === 0) companies.push([id, 1 + random.below(COMPANIES), 1, moment]);
    for (let field = 1; field <= FIELDS.length; field += 1) values.push([id, field, `value ${random.below(1_000)}`]);
  }
  await insert(
    connection,
    'contacts (id, hash, email, first_name, last_name, status, contact_type, city, country, created_at, updated_at)',
    contacts,
  );
  await insert(connection, 'contact_lists (contact_id, list_id, created_at)', lists);
  await insert(connection, 'contact_tags (contact_id, tag_id, created_at)', tags);
  await insert(connection, 'contact_companies (contact_id, company_id, is_primary, created_at)', companies);
  await insert(connection, 'contact_custom_values (contact_id, field_id, value)', values);
}

async function insert(connection, target, rows) {
  await connection.query('START TRANSACTION');
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    await connection.query(`INSERT INTO ${target} VALUES ?`, [rows.slice(start, start + ROWS_PER_STATEMENT)]);
  await connection.query('COMMIT');
}

async function counters(connection) {
  for (const kind of ['list', 'tag'])
    await connection.query(
      `UPDATE ${kind}s l
         JOIN (SELECT m.${kind}_id AS id, COUNT(*) AS total, SUM(c.status = 'subscribed') AS subscribed
                 FROM contact_${kind}s m JOIN contacts c ON c.id = m.contact_id GROUP BY m.${kind}_id) n ON n.id = l.id
          SET l.total_count = n.total, l.subscribed_count = n.subscribed`,
    );
  await connection.query(
    `UPDATE companies k
        SET contacts_count = (SELECT COUNT(*) FROM contact_companies m WHERE m.company_id = k.id)`,
  );
  await connection.query('UPDATE contact_counters SET total = 0');
  await connection.query(
    `INSERT INTO contact_counters (status, shard, total)
     SELECT status, id % ${SHARDS}, COUNT(*) FROM contacts GROUP BY status, id % ${SHARDS}
     ON DUPLICATE KEY UPDATE total = VALUES(total)`,
  );
}

/**
 * Returns the start of a statement that writes an event of each contact `c`; a condition may follow.
 * @param {string} member SQL of the name and value of the other member of its data
 */
export const insertContactEvents = (type, member) =>
  `INSERT INTO domain_events (uid, type, subject_type, subject_id, contact_id, data)
   SELECT CONCAT('B', UPPER(LPAD(HEX(c.id), 10, '0')), UPPER(LEFT(MD5(UUID()), 15))), '${type}', 'contact', c.id, c.id,
          JSON_OBJECT('contact', JSON_OBJECT('id', c.id, 'email', c.email, 'first_name', c.first_name, 'last_name', c.last_name,
                        'status', c.status, 'created_at', '2024-01-01T00:00:00.000Z'), ${member})
     FROM contacts c`;

/** Inserts subscribed contacts without labels. */
export async function fillContacts(database, total) {
  for (let first = 1; first <= total; first += ROWS_PER_STATEMENT) {
    const rows = Array.from({ length: Math.min(ROWS_PER_STATEMENT, total - first + 1) }, (_, index) => {
      const id = first + index;
      const hash = String(id).padStart(32, '0');
      return [
        id,
        hash,
        `reader-${id}@bench${id % 50}.example`,
        `Ada ${id}`,
        'Lovelace',
        'Berlin',
        'subscribed',
        MADE,
        MADE,
      ];
    });
    await database.query(
      'INSERT INTO contacts (id, hash, email, first_name, last_name, city, status, created_at, updated_at) VALUES ?',
      [rows],
    );
  }
  await database.query('ANALYZE TABLE contacts');
}

/** Creates an empty database for data that a second run must not see; the caller drops it. */
export async function freshDatabase({ databaseUrl, dataDir, redisUrl }, name) {
  const server = await createConnection(databaseUrl);
  await server.query(`CREATE DATABASE carillon_${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  await server.end();
  const url = Object.assign(new URL(databaseUrl), { pathname: `/carillon_${name}` }).href;
  await commandLine(['migrate'], url, { dataDir, redisUrl });
  return url;
}

/** Returns the settings of the database that affect figures, as text. */
export async function serverSettings(database) {
  const [[settings]] = await database.query(
    'SELECT VERSION() AS version, @@innodb_buffer_pool_size DIV 1048576 AS pool, @@innodb_flush_log_at_trx_commit AS flush',
  );
  return `${settings.version}, buffer pool ${settings.pool} MB, flush at commit ${settings.flush}`;
}
