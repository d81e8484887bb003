/**
 * Measures imports over the API: a file is uploaded and a worker reads it. Reports how fast rows are written, when the contacts are
 * searchable and their events delivered, the memory of both processes, and how fast an undo is.
 */
import fs from 'node:fs';
import { waitUntil } from '../processes.mjs';
import { serverSettings } from './dataset.mjs';
import { machineLoop, median, printColumns, printLines } from './figures.mjs';
import { COLUMNS, people, peopleFile } from './import-files.mjs';
import { startSystem } from './system.mjs';

const API = '/api/v2';
const TIMEOUT_MS = 3_600_000;
const POLL_MS = 50;
const MEGABYTES = 250;
const NEW_ROWS = 20_000;
const UPDATES = 12_000;
const IN_A_CALL = 5_000;
const CALLS = 7;
const CALLED = 12_000;
const FLOOR_ROWS_PER_STATEMENT = 1_000;
const TOY_ROWS = 600;

/** Work that follows an import: the search index, and undelivered events. */
const BACKLOGS = {
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
    const machine = machineLoop();
    const intoEmpty = await withEmptyTable(context, (system) => bulkCalls(system, context));
    const [table, floors, settings] = await withEmptyTable(context, async (system) => {
      const first = await floorsOf(system.database, files.first, context);
      const steps = await imports(system, files, context);
      const second = await floorsOf(system.database, files.first, context);
      return [steps, [first, second], await serverSettings(system.database)];
    });
    const title =
      `imports: files of ${rows} rows, ${(files.first.bytes / 1_048_576).toFixed(0)} MB, ${COLUMNS.length} columns, ` +
      `${settings}, ${machine()}`;
    const judged = judge([intoEmpty, ...table], floors, context);
    print(title, judged, floors);
    return judged.map(lineOf);
  } finally {
    if (given.toy) for (const { file } of Object.values(files)) fs.rmSync(file, { force: true });
  }
}

async function withEmptyTable(context, work) {
  const system = await startSystem(context, `bench_import_${Date.now()}`);
  try {
    return await work(system);
  } finally {
    await system.stop();
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

/** Each step uses the table that the previous step left. */
async function imports(system, files, context) {
  const { log, rows } = context;
  const table = [];
  const step = async (name, work) => {
    const present = await presentIn(system.database);
    log(`${name}, ${present} contacts there`);
    const figures = await work();
    // A run takes most of an hour; an interrupted run has logged the steps that it finished.
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
  const { lists, tags } = await labelsOf(system);
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

/** Uploads the file and waits for the end of the import and of the work that follows it. */
export async function importOf({ product, database }, { file, rows }, options, expected) {
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
  if (!(await waitUntil(over, TIMEOUT_MS, POLL_MS))) throw new Error(`the import is still ${job.status}`);
  return job;
}

/** Waits until no work is left. @returns the seconds since `done` for each kind of work. */
export async function caughtUp(database, done) {
  const behind = {};
  for (const [kind, sql] of Object.entries(BACKLOGS)) {
    const nothing = async () => {
      const [[{ some }]] = await database.query(sql);
      return some === 0;
    };
    if (!(await waitUntil(nothing, TIMEOUT_MS, POLL_MS))) throw new Error(`not all contacts became ${kind}`);
    behind[kind] = (performance.now() - done) / 1_000;
  }
  return behind;
}

async function labelsOf({ ask }) {
  const { lists } = await ask('POST', '/lists', { title: 'Imported' });
  const { tags } = await ask('POST', '/tags', { title: 'Imported' });
  return { lists: [lists.id], tags: [tags.id] };
}

/** Creates contacts in calls of `IN_A_CALL`. */
async function bulkCalls({ product, database }, context) {
  const size = Math.min(context.rows, IN_A_CALL);
  const [name, present] = [`bulk-add-update of ${size}`, await presentIn(database)];
  context.log(`${name}, ${present} contacts there`);
  const seconds = [];
  product.peaks();
  for (let call = 0; call < CALLS; call += 1)
    seconds.push(
      await bulkCall(product, context, { from: 10 * context.rows + call * size + 1, rows: size, edition: 0 }),
    );
  await caughtUp(database, performance.now());
  return { name, present, rows: size, seconds: median(seconds), peaks: product.peaks(), target: CALLED };
}

/** Creates contacts with one call. @returns its duration in seconds. */
export async function bulkCall(product, context, part) {
  const contacts = people(context, part).map((person) => ({ ...person, status: 'subscribed' }));
  const started = performance.now();
  const { status, body } = await product.request('POST', `${API}/subscribers/bulk-add-update`, { contacts });
  const seconds = (performance.now() - started) / 1_000;
  if (status !== 200 || body.created.length !== part.rows)
    throw new Error(`the call was answered with ${status}: ${JSON.stringify(body).slice(0, 500)}`);
  return seconds;
}

/** Inserts the rows of the file into a table with the columns of contacts, by each of the methods. */
async function floorsOf(database, file, { log }) {
  const floors = {};
  for (const name of [LOADED, INSERTED, INDEXED]) {
    log(`floor: ${name}`);
    floors[name] = await floorOf(database, file, name).catch((error) => {
      // Some servers refuse LOAD DATA.
      if (name !== LOADED) throw error;
      log(error.message);
    });
    if (floors[name]) log(`  ${perSecond(floors[name])}`);
  }
  return floors;
}

/** @returns the rows per second of one method. */
export async function floorOf(database, { file, rows }, name = INDEXED) {
  await database.query('CREATE TABLE floor_contacts LIKE contacts');
  try {
    if (name !== INDEXED) await withoutIndexes(database);
    const started = performance.now();
    await (name === LOADED ? load : insert)(database, file);
    const seconds = (performance.now() - started) / 1_000;
    const [[{ present }]] = await database.query('SELECT COUNT(*) AS present FROM floor_contacts');
    if (present !== rows) throw new Error(`the floor has ${present} rows`);
    return rows / seconds;
  } finally {
    await database.query('DROP TABLE floor_contacts');
  }
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

/** Each statement is a transaction, like a batch of an import. */
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

/** Adds rate, ratio, and verdict. The floor is the first one that this server permits. */
function judge(table, floors, { toy }) {
  const [floorName] = Object.entries(floors[0]).find(([, rate]) => rate);
  const floor = median(floors.map((run) => run[floorName]));
  return table.map((row) => {
    const { rows, seconds, behind, peaks, target } = row;
    const rate = rows / seconds;
    // The API answers calls; another area judges its memory.
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
  const seconds = (value) => value !== undefined && `${value.toFixed(1)} s`;
  const rows = judged.map((row) => ({ ...lineOf(row), value: perSecond(row.rate), row }));
  const after =
    (kind) =>
    ({ row }) =>
      row.behind && perSecond(row.rows / (row.seconds + row.behind[kind]));
  printLines(title, rows, {
    uploaded: ({ row }) => seconds(row.uploaded),
    searchable: after('searchable'),
    delivered: after('delivered'),
    'peak API': ({ row }) => `${row.peaks.api} MB`,
    'peak worker': ({ row }) => `${row.peaks.worker} MB`,
  });
  const names = Object.keys(floors[0]).map((name) => ({ name, rates: floors.map((run) => run[name]) }));
  const run =
    (index) =>
    ({ rates }) =>
      rates[index] ? perSecond(rates[index]) : 'refused';
  printColumns('floors', { floor: 'name', before: run(0), after: run(1) }, names);
}
