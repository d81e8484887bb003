/**
 * Measures the table of docs/performance.md in one run: short alternating rounds of the product and of floors, at 100,000 contacts.
 * Every run creates its own data, so that two runs compare the same work.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from 'mysql2/promise';
import { inProject } from '../project.mjs';
import { compareAudited } from './audit.mjs';
import { child } from './child.mjs';
import { readQuestions, segments } from './contacts.mjs';
import { contactsDatabase, serverSettings } from './dataset.mjs';
import { diskSpeed, machineSpeed, median, printColumns, printLines } from './figures.mjs';
import { bulkCall, caughtUp, floorOf, importOf } from './import.mjs';
import { peopleFile } from './import-files.mjs';
import { cpuMilliseconds } from './product.mjs';
import { requestsOf } from './requests.mjs';
import { withLevers } from './system.mjs';
import * as sending from './sending.mjs';
import { startTimes } from './start.mjs';
import { alternating } from './timing.mjs';
import * as webhooks from './webhooks.mjs';

const API = '/api/v2';
const OWN_NAME = `bench_table_${process.pid}`;
const MEMORY_MB = 250;
const P99_MS = 60;
const CORES = os.availableParallelism();
const CHANGE = 0.1;
/** The periodic tasks of the first minute have run by then. */
const IDLE_MS = 60_000;
/** Each with its value in toy runs. */
const SIZES = {
  seconds: [2, 0.2],
  rounds: [5, 1],
  writes: [300, 3],
  imports: [3, 1],
  rows: [50_000, 500],
  bulk: [5_000, 200],
  emails: [10_000, 200],
  floorEmails: [3_000, 100],
  deliveries: [8_000, 100],
  starts: [4, 0],
};

/** The time of the fixed loop, in ms, on the machine for which absolute limits are stated. They grow with it on slower machines. */
const LOOP_MS = 150;

/**
 * @typedef {{name: string, value: number, unit: '/s' | 'ms' | 's' | '%' | 'MB', floor?: number, ratio?: number, limit?: number,
 *   p99?: number, memory?: number, note?: string, judged?: boolean, cpu?: number, floorCpu?: number, cpuRatio?: number}} Figure
 * `ratio` is the target for the value divided by its floor: at least for rates (`/s`), at most for other units. `limit` is a target for
 * values without a floor. `p99` is in ms, `memory` in MB; `cpu` is the processor time of the API per request in ms, at most `cpuRatio` times that of
 * the floor of requests.
 */

/**
 * Prints the table. @returns what `--json` writes.
 * @param {{toy: boolean, contacts: number, seed: number, connections: number, dataDir: string, databaseUrl: string, redisUrl: string,
 *   log: (line: string) => void}} given
 */
export async function measureTable(given) {
  const sizes = Object.entries(SIZES).map(([name, [full, toy]]) => [name, given.toy ? toy : full]);
  const context = { ...given, ...Object.fromEntries(sizes), ...(given.toy && { contacts: 2_000 }) };
  const started = performance.now();
  const speed = () => ({ cpuMs: machineSpeed(), diskMs: diskSpeed(context.dataDir) });
  const before = speed();
  const figures = [];
  context.loopMs = before.cpuMs;
  const measurePart = async (part, options) => {
    context.log(part.name.replace('Figures', ''));
    for (const figure of await part(options)) {
      context.log(`  ${figure.name}: ${lineOf(figure, context).value}`);
      figures.push(figure);
    }
  };
  const server = await measureProduct(context, measurePart);
  for (const part of [sendingFigures, webhookFigures, startFigures]) await measurePart(part, context);
  const machine = { cores: CORES, model: os.cpus()[0].model, node: process.version, server, before, after: speed() };
  const taken = new Date().toISOString();
  const result = { taken, revision: revision(), contacts: context.contacts, machine, figures };
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  printLines(
    `${titleOf(result)}, ${minutes} minutes`,
    figures.map((figure) => lineOf(figure, context)),
    { 'API CPU ms': 'cpu' },
  );
  if (!given.toy) fs.appendFileSync(historyFile(context.dataDir), `${JSON.stringify(result)}\n`);
  return result;
}

/** Returns the file with one line of JSON per run of the table on this machine. */
export const historyFile = (dataDir) => path.join(dataDir, `history-${os.hostname()}.jsonl`);

/** @returns a description of the database server. */
async function measureProduct(context, measurePart) {
  const { seconds, rounds, connections } = context;
  const url = await contactsDatabase({ ...context, purpose: `table_${process.pid}` });
  const pool = createPool({ uri: url, connectionLimit: connections });
  const measureAll = async (system) => {
    const options = {
      ...system,
      pool,
      context,
      between: { seconds, rounds, connections, cpu: () => system.product.cpu().api },
    };
    await caughtUp(system.database, performance.now());
    for (const part of [requestFigures, queryFigures, writeFigures, auditFigures]) await measurePart(part, options);
    for (const part of [exportFigures, importFigures]) {
      await caughtUp(system.database, performance.now());
      // A toy run measures no memory.
      if (!context.toy) await system.product.restart();
      await measurePart(part, options);
    }
    await measurePart(processFigures, options);
    return serverSettings(system.database);
  };
  try {
    return await withLevers(context, OWN_NAME, measureAll, url);
  } finally {
    await pool.end();
  }
}

/* ------------------------------------------------------------------------------------------------- requests */

function sends(product, { contacts }, names) {
  const requests = requestsOf(contacts);
  return Object.fromEntries(names.map((name) => [name, () => product.send(...requests[name]())]));
}

async function requestFigures({ product, context, between }) {
  const floor = await child('nest-floor.mjs', { timeoutMs: 30_000 });
  const rates = await alternating(between, {
    floor: Object.assign(() => product.send('GET', '/floor', undefined, floor.hello.origin), {
      cpu: () => cpuMilliseconds(floor.pid),
    }),
    ...sends(product, context, ['none', 'one', 'page', 'lists', 'options']),
  });
  floor.end();
  context.floorCpu = rates.floor.cpu;
  const rate = (name, key, ratio) => rateOf(name, rates[key], rates.floor, { ratio, floorCpu: rates.floor.cpu });
  return [
    rate('authenticated request, no work', 'none', 0.7),
    rate('GET /subscribers/{id}', 'one', 0.35),
    rate('GET /subscribers', 'page', 0.2),
    rate('GET /lists', 'lists', 0.36),
    rate('GET /reports/options', 'options', 0.5),
  ];
}

async function queryFigures({ product, pool, context, between }) {
  const questions = new Map(readQuestions(context.contacts, context.seed).map((question) => [question.name, question]));
  const FILTERS = ['tag and list', 'two tags and list', 'tag, list, and company'];
  const search = questions.get('search, two words');
  const segment = (await segments(product, context.contacts)).at(-1);
  const calls = {};
  let round = 0;
  for (const { name, path, sql } of [...FILTERS.map((name) => questions.get(name)), search, segment]) {
    const single = { connections: FILTERS.includes(name) ? between.connections : 1 };
    calls[name] = Object.assign(() => product.send('GET', API + path((round += 1))), single);
    calls[`${name}: SQL`] = Object.assign(async () => {
      for (const statement of sql((round += 1))) await pool.query(...statement);
    }, single);
  }
  const rates = await alternating(between, calls);
  const judged = context.contacts >= 1_000_000;
  const p95 = ({ name }, label, target) => ({
    ...{ name: `${label}, 1 connection, p95`, value: rates[name].p95, unit: 'ms', floor: rates[`${name}: SQL`].p95 },
    ...{ ...target, judged, note: judged ? '' : 'target at 1,000,000 contacts' },
  });
  const ratios = [5, 5, 0.4];
  return [
    ...FILTERS.map((name, at) =>
      rateOf(`contacts by ${name}, exact total`, rates[name], rates[`${name}: SQL`], { ratio: ratios[at] }),
    ),
    p95(search, 'search, two words', { limit: 60 }),
    p95(segment, 'segment count, 10 rules in 3 groups', { ratio: 0.5 }),
  ];
}

/* --------------------------------------------------------------------------------------------------- writes */

async function writeFigures({ product, database, pool, context, between }) {
  let number = 0;
  await database.query('CREATE TABLE floor_rows LIKE contacts');
  const rates = await alternating(
    { ...between, between: () => caughtUp(database, performance.now()) },
    {
      floor: () =>
        pool.query(
          `INSERT INTO floor_rows (hash, email, status, contact_type, created_at, updated_at) VALUES (MD5(?), ?, 'subscribed', 'lead', NOW(), NOW())`,
          [`${(number += 1)}`, `floor-${number}@bench.example`],
        ),
      ...sends(product, context, ['create', 'upsert', 'update']),
    },
  );
  const more = { ratio: 0.12, floorCpu: context.floorCpu, cpuRatio: 13 };
  const rate = (name, key) => rateOf(name, rates[key], rates.floor, { ...more, p99: rates[key].p99 });
  return [
    rate('create a contact, same list and tag', 'create'),
    rate('upsert a contact, same list and tag', 'upsert'),
    rate('update a contact, attach and detach', 'update'),
  ];
}

async function auditFigures({ product, context }) {
  let number = 0;
  const request = () => [
    'POST',
    '/subscribers',
    { email: `audit-${(number += 1)}@bench.example`, first_name: 'Ada', status: 'subscribed' },
  ];
  const { audited, bare } = await compareAudited(product, { times: context.writes, warmUp: 50, request });
  return [{ name: "audit log's share of a create", value: 100 * Math.max(0, 1 - bare / audited), unit: '%', limit: 5 }];
}

/* -------------------------------------------------------------------------------------- exports and imports */

async function exportFigures({ product, database, context }) {
  const ratios = { csv: 0.35, ndjson: 0.3, xlsx: 0.1 };
  const [[{ total }]] = await database.query('SELECT COUNT(*) AS total FROM contacts');
  const runs = Object.fromEntries(['floor', ...Object.keys(ratios)].map((format) => [format, []]));
  const peaks = Object.fromEntries(Object.keys(ratios).map((format) => [format, []]));
  const rateFrom = (started) => total / ((performance.now() - started) / 1_000);
  for (let round = 0; round < context.imports; round += 1) {
    const started = performance.now();
    let rows = 0;
    for await (const row of database.connection.query('SELECT * FROM contacts ORDER BY id').stream())
      rows += row ? 1 : 0;
    if (rows < total) throw new Error(`${rows} of ${total} contacts were read`);
    runs.floor.push(rateFrom(started));
    for (const format of Object.keys(ratios)) {
      product.peaks();
      const begin = performance.now();
      const { status } = await product.download(`${API}/reports/subscribers/export?format=${format}`);
      if (status !== 200) throw new Error(`the export was answered with ${status}`);
      runs[format].push(rateFrom(begin));
      peaks[format].push(product.peaks().api);
    }
  }
  return Object.entries(ratios).map(([format, ratio]) => ({
    ...{ name: `export, ${format}`, value: median(runs[format]), unit: '/s', floor: median(runs.floor), ratio },
    memory: Math.max(...peaks[format]),
  }));
}

async function importFigures({ product, database, context }) {
  const { imports, rows, bulk } = context;
  const runs = { floor: [], bulk: [], added: [], updated: [] };
  const peaks = { added: 0, updated: 0 };
  for (let round = 0; round < imports; round += 1) {
    const from = 1 + round * rows;
    const file = await peopleFile(context, { from, rows, edition: 0 });
    const changed = await peopleFile(context, { from, rows, edition: 1 });
    runs.floor.push(await floorOf(database, file));
    runs.bulk.push(
      bulk / (await bulkCall(product, context, { from: 10_000_000 + round * bulk, rows: bulk, edition: 0 })),
    );
    await caughtUp(database, performance.now());
    const added = await importOf({ product, database }, file, {}, { created: rows });
    const updated = await importOf({ product, database }, changed, { update: 'yes' }, { updated: rows });
    for (const [kind, { seconds, peaks: peak }] of Object.entries({ added, updated })) {
      runs[kind].push(rows / seconds);
      peaks[kind] = Math.max(peaks[kind], peak.worker);
    }
  }
  const figure = (name, kind, ratio) => ({
    ...{ name, value: median(runs[kind]), unit: '/s', floor: median(runs.floor), ratio, memory: peaks[kind] },
  });
  return [
    figure(`bulk-add-update of ${bulk}`, 'bulk', 0.45),
    figure(`import of ${rows} new rows`, 'added', 0.45),
    figure(`import of ${rows} updated rows`, 'updated', 0.5),
  ];
}

/* ------------------------------------------------------------------------------------------------ processes */

async function processFigures({ product, context, between }) {
  const [readyTimes, floorTimes] = [[], []];
  for (let start = 0; start <= context.starts; start += 1) {
    const begun = performance.now();
    const floor = await child('nest-floor.mjs', { timeoutMs: 30_000 });
    floorTimes.push((performance.now() - begun) / 1_000);
    floor.end();
    const extra = await product.startApi();
    readyTimes.push(extra.milliseconds / 1_000);
    await extra.stop();
  }
  context.apiReady = median(readyTimes);
  const single = await product.startApi('all.js');
  await sleep(context.toy ? 0 : IDLE_MS);
  const memory = single.memory();
  await single.stop();
  const second = await product.startApi();
  const served = { [product.origin]: 0, [second.origin]: 0 };
  let number = 0;
  const get = async (origin) => {
    await product.send('GET', `${API}/subscribers/${1 + ((number += 1) % context.contacts)}`, undefined, origin);
    served[origin] += 1;
  };
  const rates = await alternating(between, {
    one: () => get(product.origin),
    two: () => get(number % 2 === 0 ? product.origin : second.origin),
  });
  await second.stop();
  if (Object.values(served).includes(0)) throw new Error('one of two API processes answered no request');
  const measurable = CORES >= 4;
  return [
    {
      ...rateOf('GET /subscribers/{id}, two API processes', rates.two, rates.one),
      ...{ ratio: measurable ? 1.8 : undefined },
      cpu: undefined,
      note: `floor: one process${measurable ? '' : `; both answer; ratio not measurable with ${CORES} cores`}`,
    },
    {
      ...{ name: 'API process from exec to ready', value: context.apiReady, unit: 's' },
      ...{ floor: median(floorTimes), ratio: 3 },
    },
    { name: 'API and worker in one process, idle', value: memory, unit: 'MB', limit: 300 },
  ];
}

async function startFigures({ dataDir, starts, log, apiReady }) {
  if (starts === 0) return [];
  const [[, ...again], servers] = await startTimes(dataDir, starts, log);
  const [value, serversReady] = [again, servers].map((times) => median(times) / 1_000);
  return [{ name: 'second npm start', value, unit: 's', floor: serversReady + apiReady, ratio: 1.5 }];
}

/* ------------------------------------------------------------------------------------ sending and webhooks */

async function sendingFigures(context) {
  const bench = await sending.start(context);
  const { emails, floorEmails, imports: rounds } = context;
  const [product, floor] = [[], []];
  try {
    await bench.fillContacts(emails, emails);
    await bench.campaign({ sign: true, recipients: Math.min(1_000, emails), warmUp: true });
    for (let round = 0; round < rounds; round += 1) {
      floor.push((await bench.floor({ emails: floorEmails, sign: true })).perSecond);
      product.push((await bench.campaign({ sign: true, recipients: emails })).perSecond);
    }
    const name = 'sending, 60 KB of HTML, 10 links, DKIM';
    return [{ name, value: median(product), unit: '/s', floor: median(floor), ratio: 2 }];
  } finally {
    await bench.stop();
  }
}

async function webhookFigures(context) {
  const bench = await webhooks.start(context);
  try {
    await bench.createWebhook(0);
    const size = { deliveries: context.deliveries, rounds: context.imports, warmUp: 1 };
    const { rate, floorRate } = await webhooks.bursts(bench, 1, size);
    return [{ name: 'deliveries to one webhook', value: rate, unit: '/s', floor: floorRate, ratio: 0.4 }];
  } finally {
    await bench.stop();
  }
}

/* ------------------------------------------------------------------------------------------------- figures */

const rateOf = (name, { perSecond, cpu }, floor, more) => ({
  ...{ name, value: perSecond, unit: '/s', floor: floor.perSecond, cpu, ...more },
});

const shown = (value, unit) =>
  unit === '/s' ? `${Math.round(value)}/s` : `${value.toFixed(value < 10 ? 2 : 1)} ${unit}`;

/** @param {Figure} figure @returns {import('./figures.mjs').Line} */
function lineOf(figure, { toy, loopMs }) {
  const { name, value, unit, floor, ratio, limit, p99, memory, note, cpu, floorCpu, cpuRatio, judged = true } = figure;
  const rate = unit === '/s';
  const slower = unit === 'MB' || unit === '%' ? 1 : Math.max(1, loopMs / LOOP_MS);
  const targets = [
    ...(ratio === undefined
      ? []
      : [[`${rate ? '>=' : '<='} ${ratio} x floor`, rate ? value / floor >= ratio : value / floor <= ratio]]),
    ...(limit === undefined ? [] : [[`<= ${Math.round(limit * slower)} ${unit}`, value <= limit * slower]]),
    ...(cpuRatio === undefined ? [] : [[`CPU <= ${cpuRatio} x floor`, cpu <= cpuRatio * floorCpu]]),
    ...(p99 === undefined ? [] : [[`p99 <= ${Math.round(P99_MS * slower)} ms`, p99 <= P99_MS * slower]]),
    ...(memory === undefined ? [] : [[`<= ${MEMORY_MB} MB`, memory <= MEMORY_MB]]),
  ];
  const more = [p99 === undefined ? '' : `, p99 ${p99.toFixed(1)} ms`, memory === undefined ? '' : `, ${memory} MB`];
  return {
    ...{ name: note ? `${name} (${note})` : name, value: shown(value, unit) + more.join('') },
    ...(floor && { floor: shown(floor, unit), ratio: value / floor }),
    cpu: [cpu, floorCpu].flatMap((ms) => (ms === undefined ? [] : [ms.toFixed(2)])).join(', floor '),
    target: targets.map(([text]) => text).join(', '),
    met: toy || !judged || targets.length === 0 ? undefined : targets.every(([, met]) => met),
  };
}

function titleOf({ taken, revision: commit, contacts, machine: { cores, node, server, before, after } }) {
  const speeds = ['cpuMs', 'diskMs'].map((key) => `${before[key].toFixed(2)} and ${after[key].toFixed(2)} ms`);
  return (
    `${taken}, ${commit}, ${contacts} contacts, ${cores} cores, Node.js ${node}, ${server}, ` +
    `CPU loop before and after ${speeds[0]}, disk sync ${speeds[1]}`
  );
}

function revision() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: inProject(),
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  } catch {
    return 'unknown revision';
  }
}

/** Prints how each figure changed. A change of the floor in the same proportion is a change of the machine. */
export function compareResults(old, current) {
  const rows = current.figures.map((figure) => {
    const past = old.figures.find(({ name }) => name === figure.name);
    const ratio = past && figure.value / past.value;
    const floors = past?.floor && figure.floor ? figure.floor / past.floor : undefined;
    return { ...figure, past, ratio, floors };
  });
  printColumns(
    `before: ${titleOf(old)}\nafter:  ${titleOf(current)}`,
    {
      figure: 'name',
      before: ({ past, unit }) => past && shown(past.value, unit),
      after: ({ value, unit }) => shown(value, unit),
      ratio: ({ ratio }) => ratio?.toFixed(2),
      'ratio of CPU': ({ cpu, past }) => cpu && past?.cpu && (cpu / past.cpu).toFixed(2),
      'ratio of floors': ({ floors }) => floors?.toFixed(2),
      verdict: verdictOfChange,
    },
    rows,
  );
}

function verdictOfChange({ ratio, floors = 1, unit }) {
  if (ratio === undefined) return 'new';
  const changed = (value) => Math.abs(value - 1) > CHANGE;
  if (!changed(ratio)) return '';
  const better = unit === '/s' ? ratio > 1 : ratio < 1;
  return `${better ? 'better' : 'worse'}${changed(ratio / floors) ? '' : ', like the floor'}`;
}
