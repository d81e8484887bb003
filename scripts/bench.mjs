/**
 * Measures the product as its users meet it: real processes, HTTP, a database of its own.
 *
 *   npm run bench                                            all parts
 *   npm run bench -- contacts sending                        some of them
 *   npm run bench -- contacts [--contacts 1000000] [--seed 1] [--rounds 40] [--connections 8]
 *
 * Each part prints its own table with all that it has measured; the last table sums up every part. Every figure stands beside a
 * floor that was measured in the same run, because machines differ and drift. The data sets stay in `.bench` for the next run.
 * Nothing here fails a build: a missed target is printed, not hidden. `--toy` makes it so small that it proves only that it
 * works; `npm test` does that.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inProject } from './project.mjs';
import { ensureRuntime } from './runtime.mjs';
import { ensureBuild, ensurePackages } from './packages.mjs';
import { printSummary } from './bench/figures.mjs';
import * as services from './services.mjs';

const PARTS = [
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
];

await ensureRuntime();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    contacts: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '40' },
    connections: { type: 'string', default: '8' },
    toy: { type: 'boolean', default: false },
  },
});
const settings = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
const parts = positionals.length > 0 ? positionals : PARTS;
const unknown = parts.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. Available: ${PARTS.join(', ')}.`);
  process.exit(1);
}

const log = (line) => console.error(`[bench] ${line}`);
await ensurePackages({ log });
await ensureBuild({ log });
const dataDir = path.resolve(inProject('.bench', ...(values.toy ? ['toy'] : [])));
const bufferPool = process.env.DB_BUFFER_POOL ?? '3G';
// At toy size nothing is measured, so the servers of the tests may be used.
const env = values.toy ? process.env : { PATH: process.env.PATH };
const servers = await services.up({ dataDir, env, log, bufferPool, hold: true });
const lines = [];
try {
  for (const part of parts) {
    log(`part ${part}`);
    const { measure } = await import(`./bench/${part}.mjs`);
    const context = { ...settings, dataDir, log, databaseUrl: servers.DATABASE_URL, redisUrl: servers.REDIS_URL };
    for (const line of await measure(context)) lines.push({ part, ...line });
  }
} finally {
  // Other parts still run.
  printSummary('everything', lines);
  await services.down({ dataDir, log });
}
