/**
 * Imports as their users make them: a file is sent to the API, a worker reads it. How fast rows are written, when everybody is
 * searchable and their events delivered, what both processes hold meanwhile, and how fast the whole is taken back.
 */
import fs from 'node:fs';
import { createConnection } from 'mysql2/promise';
import { waitUntil } from '../processes.mjs';
import { freshDatabase, serverSettings } from './dataset.mjs';
import { machineSpeed, median, printColumns, verdictOf } from './figures.mjs';
import { COLUMNS, people, peopleFile } from './import-files.mjs';
import { startProduct } from './product.mjs';

const API = '/api/v2';
const GIVE_UP_MS = 3_600_000;
const LOOK_MS = 50;
const MEGABYTES = 200;
const NEW_ROWS = 20_000;
const UPDATES = 10_000;
const IN_A_CALL = 5_000;
const CALLS = 7;
const CALLED = 8_000;
const FLOOR_ROWS_PER_STATEMENT = 1_000;
const TOY_ROWS = 600;

/** Work that follows an import: the search index, and undelivered events. */
const LEFT = {
  searchable: 'SELECT EXISTS (SELECT 1 FROM contact_search_backlog) AS some',
  delivered: `SELECT EXISTS (SELECT 1 FROM domain_events WHERE state = 'new') AS some`,
};

/** @param {{toy: boolean, contacts: number, seed: number, dataDir: string, databaseUrl: string, redisUrl: string,
 *   log: (line: string) => void}} given */
export async function measure(given) {
  const rows = given.toy ? TOY_ROWS : given.contacts;
  const context = { ...given, rows };
  const files = await filesOf(context);
  try {
    const before = machineSpeed();
    const intoEmpty = await withEmptyTable(context, (system) => bulkCalls(system, context));
    const [table, floors, settings] = await withEmptyTable(context, async (system) => {
      const first = await floorsOf(system.database, files.first, context);
      const steps = await imports(system, files, context);
      const second = await floorsOf(system.database, files.first, context);
      return [steps, [first, second], await serverSettings(system.database)];
    });
    const title =
      `imports: files of ${rows} rows, ${(files.first.bytes / 1_048_576).toFixed(0)} MB, ${COLUMNS.length} columns, ` +
      `${settings}, machine loop ${before.toFixed(0)} ms before and ${machineSpeed().toFixed(0)} ms after`;
    const judged = judge([intoEmpty, ...table], floors, context);
    print(title, judged, floors);
    return judged.map(lineOf);
  } finally {
    if (given.toy) for (const { file } of Object.values(files)) fs.rmSync(file, { force: true });
  }
}

/** The product on a database of its own, which is gone afterwards. */
async function withEmptyTable(context, work) {
  const url = await freshDatabase(context, `bench_import_${Date.now()}`);
  const product = await startProduct({ ...context, databaseUrl: url });
  const database = await createConnection({ uri: url, stringifyObjects: true });
  try {
    return await work({ product, database });
  } finally {
    await product.stop();
    await database.query(`DROP DATABASE ${new URL(url).pathname.slice(1)}`);
    await database.end();
  }
}

async function filesOf(context) {
  const { rows } = context;
  const part = (number) => ({ from: number * rows + 1, rows, edition: 0 });
  return {
    first: await peopleFile(context, part(0)),
    second: await peopleFile(context, part(1)),
    third: await peopleFile(context, part(2)),
    changed: await peopleFile(context, { ...part(0), edition: 1 }),
  };
}

/** The steps stand upon each other: each finds the table that the one before has left. */
async function imports(system, files, context) {
  const { log, rows } = context;
  const table = [];
  const step = async (name, work) => {
    const present = await presentIn(system.database);
    log(`${name}, ${present} contacts there`);
    const figures = await work();
    // The whole run takes the better part of an hour: who ends it early keeps what it has measured.
    log(`  ${Math.round(figures.rows / figures.seconds)}/s, peaks ${JSON.stringify(figures.peaks)} MB`);
    table.push({ name, present, ...figures });
  };
  const added = async (file, options, target) => ({
    target,
    ...(await importOf(system, file, options, { created: rows })),
  });
  const takenBack = (id) => undoOf(system, id, rows);
  let last = 0;
  const keep = ({ id, ...figures }) => {
    last = id;
    return figures;
  };
  await step('dry run', () => importOf(system, files.first, { dry_run: 'yes' }, { created: rows }).then(keep));
  await step('new rows', () => added(files.first, {}, NEW_ROWS).then(keep));
  await step('undo of new rows', () => takenBack(last));
  await step('new rows, silent', () => added(files.first, { silent: 'yes' }, NEW_ROWS).then(keep));
  await step('new rows', () => added(files.second, {}, NEW_ROWS).then(keep));
  const { lists, tags } = await labelsOf(system.product);
  await step('new rows with a list and a tag', () => added(files.third, { lists, tags }, undefined).then(keep));
  await step('undo of new rows with a list and a tag', () => takenBack(last));
  for (const silent of ['no', 'yes']) {
    await step(`updates of one value${silent === 'yes' ? ', silent' : ''}`, () =>
      importOf(system, files.changed, { update: 'yes', silent }, { updated: rows })
        .then((figures) => ({ ...figures, target: UPDATES }))
        .then(keep),
    );
    await step(`undo of updates${silent === 'yes' ? ', silent' : ''}`, () => takenBack(last));
  }
  await step('dry run', () => importOf(system, files.third, { dry_run: 'yes' }, { created: rows }).then(keep));
  table.push(await bulkCalls(system, context));
  return table;
}

async function presentIn(database) {
  const [[{ present }]] = await database.query('SELECT COUNT(*) AS present FROM contacts');
  return present;
}

/** Sends the file, follows the import to its end, and then what comes behind it. */
async function importOf({ product, database }, { file, rows }, options, expected) {
  product.peaks();
  const sent = performance.now();
  const { status, body } = await product.upload(`${API}/imports`, file, options);
  if (status !== 202) throw new Error(`the file was answered with ${status}: ${JSON.stringify(body)}`);
  const uploaded = (performance.now() - sent) / 1_000;
  const { id } = body.import;
  const result = await ended(product, id, 'done');
  const done = performance.now();
  for (const [name, count] of Object.entries({ created: 0, updated: 0, invalid: 0, ...expected }))
    if (result[name] !== count) throw new Error(`the import has ${name}: ${result[name]}, not ${count}`);
  const [[{ seconds }]] = await database.query(
    'SELECT TIMESTAMPDIFF(MICROSECOND, started_at, finished_at) / 1000000 AS seconds FROM bulk_jobs WHERE id = ?',
    [id],
  );
  const behind = await caughtUp(database, done);
  return { id, rows, uploaded, seconds: Number(seconds), behind, peaks: product.peaks() };
}

async function undoOf({ product, database }, id, rows) {
  product.peaks();
  const asked = performance.now();
  const { status, body } = await product.request('POST', `${API}/imports/${id}/undo`);
  if (status !== 202) throw new Error(`the undo was answered with ${status}: ${JSON.stringify(body)}`);
  const { undone, conflicts } = await ended(product, id, 'undone');
  const done = performance.now();
  if (undone !== rows || conflicts !== 0) throw new Error(`${undone} rows were taken back, ${conflicts} were not`);
  const behind = await caughtUp(database, done);
  return { rows, seconds: (done - asked) / 1_000, behind, peaks: product.peaks() };
}

async function ended(product, id, status) {
  let job;
  const over = async () => {
    ({ import: job } = (await product.request('GET', `${API}/imports/${id}`)).body);
    if (['failed', 'cancelled'].includes(job.status)) throw new Error(`the import has ${job.status}: ${job.error}`);
    return job.status === status;
  };
  if (!(await waitUntil(over, GIVE_UP_MS, LOOK_MS))) throw new Error(`the import is still ${job.status}`);
  return job;
}

/** How many seconds behind `done` nothing of each kind was left. */
async function caughtUp(database, done) {
  const behind = {};
  for (const [kind, sql] of Object.entries(LEFT)) {
    const nothing = async () => {
      const [[{ some }]] = await database.query(sql);
      return some === 0;
    };
    if (!(await waitUntil(nothing, GIVE_UP_MS, LOOK_MS))) throw new Error(`not all contacts became ${kind}`);
    behind[kind] = (performance.now() - done) / 1_000;
  }
  return behind;
}

async function labelsOf(product) {
  const id = async (route, key) => {
    const { status, body } = await product.request('POST', API + route, { title: 'Imported' });
    if (status !== 200) throw new Error(`${route} was answered with ${status}: ${JSON.stringify(body)}`);
    return body[key].id;
  };
  return { lists: [await id('/lists', 'lists')], tags: [await id('/tags', 'tags')] };
}

/** New contacts through the API, in calls of this size. */
async function bulkCalls({ product, database }, context) {
  const size = Math.min(context.rows, IN_A_CALL);
  const [name, present] = [`bulk-add-update of ${size}`, await presentIn(database)];
  context.log(`${name}, ${present} contacts there`);
  const seconds = [];
  product.peaks();
  for (let call = 0; call < CALLS; call += 1) {
    const contacts = people(context, { from: 10 * context.rows + call * size + 1, rows: size, edition: 0 }).map(
      (person) => ({
        ...person,
        status: 'subscribed',
      }),
    );
    const started = performance.now();
    const { status, body } = await product.request('POST', `${API}/subscribers/bulk-add-update`, { contacts });
    seconds.push((performance.now() - started) / 1_000);
    if (status !== 200 || body.created.length !== size)
      throw new Error(`the call was answered with ${status}: ${JSON.stringify(body).slice(0, 500)}`);
  }
  await caughtUp(database, performance.now());
  return { name, present, rows: size, seconds: median(seconds), peaks: product.peaks(), target: CALLED };
}

/**
 * The same rows put into a table of the contacts' columns by hand: read by the server itself where it allows that, and in
 * statements of many rows; the latter also with the indexes that contacts have.
 */
async function floorsOf(database, { file, rows }, { log }) {
  const floors = {};
  const measured = async (name, indexes, fill) => {
    await database.query('CREATE TABLE floor_contacts LIKE contacts');
    if (!indexes) await withoutIndexes(database);
    try {
      log(`floor: ${name}`);
      const started = performance.now();
      await fill();
      floors[name] = rows / ((performance.now() - started) / 1_000);
      log(`  ${Math.round(floors[name])}/s`);
      const [[{ present }]] = await database.query('SELECT COUNT(*) AS present FROM floor_contacts');
      if (present !== rows) throw new Error(`the floor has ${present} rows`);
    } catch (error) {
      if (name !== LOADED) throw error;
      log(`${error.message}: there is no such floor here`);
    } finally {
      await database.query('DROP TABLE floor_contacts');
    }
  };
  await measured(LOADED, false, () => load(database, file));
  await measured(INSERTED, false, () => insert(database, file));
  await measured(INDEXED, true, () => insert(database, file));
  return floors;
}

const LOADED = 'LOAD DATA into a bare table';
const INSERTED = `inserts of ${FLOOR_ROWS_PER_STATEMENT} into a bare table`;
const INDEXED = `inserts of ${FLOOR_ROWS_PER_STATEMENT} into one with the indexes of contacts`;

async function withoutIndexes(database) {
  const [indexes] = await database.query(
    `SELECT DISTINCT INDEX_NAME AS name FROM information_schema.STATISTICS
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'floor_contacts' AND INDEX_NAME <> 'PRIMARY'`,
  );
  await database.query(`ALTER TABLE floor_contacts ${indexes.map(({ name }) => `DROP INDEX ${name}`).join(', ')}`);
}

async function load(database, file) {
  await database.query({
    sql: `LOAD DATA LOCAL INFILE 'contacts' INTO TABLE floor_contacts CHARACTER SET utf8mb4
            FIELDS TERMINATED BY ',' LINES TERMINATED BY '\\n' IGNORE 1 LINES (${COLUMNS.join(', ')})
            SET hash = MD5(email), status = 'subscribed', created_at = NOW(), updated_at = NOW()`,
    infileStreamFactory: () => fs.createReadStream(file, { highWaterMark: 1_048_576 }),
  });
}

/** Each statement a transaction, as batches of imports are. */
async function insert(database, file) {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  let hash = 0;
  for (let start = 1; start < lines.length - 1; start += FLOOR_ROWS_PER_STATEMENT) {
    const rows = lines.slice(start, Math.min(start + FLOOR_ROWS_PER_STATEMENT, lines.length - 1)).map((line) => {
      const values = line
        .split(',')
        .map((value) => `'${value}'`)
        .join(',');
      return `(${values},'${(hash += 1).toString(16).padStart(32, '0')}','subscribed',NOW(),NOW())`;
    });
    await database.query(
      `INSERT INTO floor_contacts (${COLUMNS.join(', ')}, hash, status, created_at, updated_at) VALUES ${rows.join(',')}`,
    );
  }
}

const perSecond = (rate) => `${Math.round(rate)}/s`;

/** What each step reached, beside the first of the floors that this server gave. */
function judge(table, floors, { toy }) {
  const [floorName] = Object.keys(floors[0]);
  const floor = median(floors.map((run) => run[floorName]));
  return table.map((row) => {
    const { rows, seconds, behind, peaks, target } = row;
    const rate = rows / seconds;
    // Calls are answered by the API, and what it holds is judged elsewhere.
    const goals = [
      ...(target === undefined ? [] : [[`>= ${target}/s`, rate >= target]]),
      ...(behind === undefined ? [] : [[`<= ${MEGABYTES} MB`, peaks.worker <= MEGABYTES]]),
    ];
    return {
      ...row,
      ...{ rate, floor, ratio: rate / floor, goal: goals.map(([goal]) => goal).join(', ') },
      // At toy size nothing is measured.
      met: toy ? undefined : goals.every(([, met]) => met),
    };
  });
}

/** @returns {import('./figures.mjs').Line} */
function lineOf({ name, present, rate, behind, peaks, floor, ratio, goal, met }) {
  return {
    name: `${name}, ${present} contacts there`,
    value: behind === undefined ? perSecond(rate) : `${perSecond(rate)}, worker ${peaks.worker} MB`,
    floor: perSecond(floor),
    target: goal,
    ...{ ratio, met },
  };
}

function print(title, judged, floors) {
  const head = [
    'figure',
    'contacts there',
    'rows',
    'sent in',
    'rate',
    'searchable too',
    'delivered too',
    'of the floor',
  ];
  const body = judged.map(({ name, present, rows, uploaded, seconds, rate, ratio, behind, peaks, goal, met }) => [
    name,
    String(present),
    String(rows),
    uploaded === undefined ? '' : `${uploaded.toFixed(1)} s`,
    perSecond(rate),
    behind === undefined ? '' : perSecond(rows / (seconds + behind.searchable)),
    behind === undefined ? '' : perSecond(rows / (seconds + behind.delivered)),
    ratio.toFixed(2),
    `${peaks.api} MB`,
    `${peaks.worker} MB`,
    goal,
    verdictOf(met),
  ]);
  printColumns(title, [...head, 'peak API', 'peak worker', 'target', 'verdict'], body);
  printColumns(
    'floors, before and after',
    ['floor', ...floors.map((_, index) => `run ${index + 1}`)],
    Object.keys(Object.assign({}, ...floors)).map((name) => [
      name,
      ...floors.map((run) => (run[name] === undefined ? 'refused' : perSecond(run[name]))),
    ]),
  );
}
