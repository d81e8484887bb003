/**
 * Measures the product as its users run it: separate processes, HTTP, and its own database.
 *
 *   npm run bench                                the table of docs/performance.md, at most 30 minutes
 *   npm run bench -- --json <file>               also writes the figures to a file
 *   npm run bench -- compare                     runs again and compares with the last run on this machine
 *   npm run bench -- compare <file>              runs again and compares with the file
 *   npm run bench -- compare <file> <file>       compares two files
 *   npm run bench -- contacts sending            measures areas in detail, with a million contacts
 *
 * Options: --contacts 100000, --seed 1, --connections 8, and --rounds 40 for areas. Floors are measured in the same run, because machines
 * differ. A missed target is printed and does not fail the run. `--toy` only proves that the benchmark works.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inProject } from './project.mjs';
import { ensureRuntime } from './runtime.mjs';
import { ensureBuild, ensurePackages } from './packages.mjs';
import { printSummary } from './bench/figures.mjs';
import * as services from './services.mjs';

const AREAS = [
  'start',
  'access',
  'audit',
  'contacts',
  'webhooks',
  'sending',
  'tracking',
  'funnels',
  'reports',
  'import',
  'faults',
  'layers',
  'segments',
  'year',
];

await ensureRuntime();
// An older Node.js cannot load the packages that it imports.
const { compareResults, historyFile, measureTable } = await import('./bench/table.mjs');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    contacts: { type: 'string' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '40' },
    connections: { type: 'string', default: '8' },
    toy: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const { toy, json } = values;
const comparing = positionals[0] === 'compare';
const areas = comparing ? [] : positionals;
const files = comparing ? positionals.slice(1) : [];
const unknown = areas.filter((area) => !AREAS.includes(area));
if (unknown.length > 0) fail(`Unknown area: ${unknown.join(', ')}. Available: ${AREAS.join(', ')}.`);
if (files.length > 2) fail('Give at most two files to compare.');
if (toy && (json || comparing)) fail('A toy run measures nothing; it writes and compares no figures.');
if (json && areas.length > 0) fail('--json is only available for the table.');
const dataDir = path.resolve(inProject('.bench', ...(toy ? ['toy'] : [])));
const results = files.map((file) => JSON.parse(fs.readFileSync(file, 'utf8')));
if (comparing && files.length === 0) results.push(lastResult());
if (results.length === 2) compareResults(...results);
else await run();

async function run() {
  const log = (line) => console.error(`[bench] ${line}`);
  await ensurePackages({ log });
  await ensureBuild({ log });
  const bufferPool = process.env.DB_BUFFER_POOL ?? '3G';
  // A toy run measures nothing, so it may use the servers of the tests.
  const env = toy ? process.env : { PATH: process.env.PATH };
  const servers = await services.up({ dataDir, env, log, bufferPool, hold: true });
  const [seed, rounds, connections] = [values.seed, values.rounds, values.connections].map(Number);
  const contacts = Number(values.contacts ?? results[0]?.contacts ?? (areas.length > 0 ? 1_000_000 : 100_000));
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = servers;
  const context = { toy, contacts, seed, rounds, connections, dataDir, log, databaseUrl, redisUrl };
  try {
    if (areas.length > 0) await measureAreas(context);
    else {
      const result = await measureTable(context);
      if (json) fs.writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
      if (results.length > 0) compareResults(results[0], result);
    }
  } finally {
    await services.down({ dataDir, log });
  }
}

async function measureAreas(context) {
  const lines = [];
  try {
    for (const area of areas) {
      context.log(`area ${area}`);
      const { measure } = await import(`./bench/${area}.mjs`);
      for (const line of await measure(context)) lines.push({ part: area, ...line });
    }
  } finally {
    // After a failure, the figures of the finished areas are still printed.
    if (areas.length > 1) printSummary('everything', lines);
  }
}

/** Returns the last run of the table on this machine. */
function lastResult() {
  const file = historyFile(dataDir);
  if (!fs.existsSync(file)) fail('There is no earlier run of the table on this machine.');
  return JSON.parse(fs.readFileSync(file, 'utf8').trimEnd().split('\n').at(-1));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
