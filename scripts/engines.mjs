/**
 * `npm run test:engines`: the tests that use a database, on each engine that this machine has or can get from Debian.
 *
 *   npm run test:engines                                  all engines and suites, which takes hours
 *   npm run test:engines -- mysql-9.7                     one engine
 *   npm run test:engines -- mysql-9.7 e2e integration     some suites
 *   npm run test:engines -- mysql-9.7 -- -t 'one click'   with arguments for jest
 *
 * TEST_DATABASE_URL and TEST_REDIS_URL add servers of your own, as the engine `named`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { inProject } from './project.mjs';
import { ensureRuntime } from './runtime.mjs';
import { DATABASE } from './services/database-server.mjs';
import { unpackPackages, useOwnLibraries } from './services/debian-packages.mjs';
import { installationOnPath, versionOf } from './services/programs.mjs';
import { REDIS } from './services/redis-server.mjs';

const SUITES = ['integration', 'e2e', 'security', 'chaos'];

/** Each with a version of Redis or Valkey of its own. */
const ENGINES = [
  { name: 'system' },
  {
    name: 'mariadb-11.8',
    release: 'trixie',
    packages: ['mariadb-server-core', 'valkey-server'],
    programs: ['usr/sbin/mariadbd', 'usr/bin/valkey-server'],
    share: 'usr/share/mariadb',
  },
  {
    name: 'mysql-9.7',
    release: 'sid',
    packages: ['mysql-server-core', 'redis-server'],
    programs: ['usr/sbin/mysqld', 'usr/bin/redis-server'],
    share: 'usr/share/mysql',
  },
  ...(process.env.TEST_DATABASE_URL ? [{ name: 'named' }] : []),
];

await ensureRuntime();
const log = (line) => console.error(`[engines] ${line}`);

const args = process.argv.slice(2);
const end = args.includes('--') ? args.indexOf('--') : args.length;
const [chosen, jestArguments] = [args.slice(0, end), args.slice(end)];
const known = [...ENGINES.map(({ name }) => name), ...SUITES];
const unknown = chosen.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Available: ${known.join(', ')}.`);
const among = (names) =>
  names.some((name) => chosen.includes(name)) ? names.filter((name) => chosen.includes(name)) : names;

const rows = [];
for (const engine of ENGINES.filter(({ name }) => among(ENGINES.map((one) => one.name)).includes(name))) {
  let given;
  try {
    given = await environmentOf(engine);
  } catch (error) {
    rows.push({ engine: engine.name, servers: `not available: ${error.message.split('\n')[0]}` });
    continue;
  }
  const row = { engine: engine.name, servers: given.servers };
  rows.push(row);
  for (const suite of among(SUITES)) {
    row[suite] = await lastLineOf(suite, given.env);
    console.table(rows);
  }
}
console.table(rows);
process.exitCode = rows.every((row) => SUITES.every((suite) => / 0 failed/.test(row[suite] ?? ' 0 failed'))) ? 0 : 1;

/** The environment in which `npm test` uses this engine, and the versions of the servers. */
async function environmentOf({ name, release, packages, programs, share }) {
  if (name === 'named') return { env: process.env, servers: new URL(process.env.TEST_DATABASE_URL).host };
  const { TEST_DATABASE_URL: _database, TEST_REDIS_URL: _redis, ...env } = process.env;
  if (release) {
    const root = await unpackPackages(packages, inProject('.data/engines', name), { env, log, release });
    // Only these: other programs of that release would not run with the libraries of the system.
    const folder = path.join(root, 'bin');
    fs.mkdirSync(folder, { recursive: true });
    const shared = path.join(root, share);
    const messages = [`--lc-messages-dir=${shared}`, `--character-sets-dir=${path.join(shared, 'charsets')}`];
    for (const file of programs) {
      const link = path.join(folder, path.basename(file));
      if (fs.existsSync(link)) continue;
      useOwnLibraries(
        path.join(root, file),
        root,
        ...(DATABASE.programs.includes(path.basename(file)) ? messages : []),
      );
      fs.symlinkSync(path.join('..', file), link);
    }
    env.PATH = `${folder}${path.delimiter}${env.PATH}`;
    // Those that `npm test` unpacks are for the server of the system.
    env.HA_TOOLS = '';
  }
  const versions = await Promise.all(
    [DATABASE, REDIS].map(async (server) => {
      const installation = installationOnPath(server, env);
      const { flavour, major, minor } = await versionOf(server, installation);
      return `${/valkey/.test(installation.program) ? 'Valkey' : flavour} ${major}.${minor}`;
    }),
  );
  return { env, servers: versions.join(', ') };
}

/** Runs a suite as `npm test` does, with its output, and returns the counts that it prints last. */
async function lastLineOf(suite, env) {
  const command = [inProject('scripts/test.mjs'), suite, ...jestArguments];
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.pipe(process.stdout, { end: false });
  const output = await text(child.stdout);
  return output.trimEnd().split('\n').at(-1);
}
