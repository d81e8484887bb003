/**
 * Provides the two servers that Carillon needs, one that speaks MySQL's protocol and one that speaks Redis's.
 *
 *   node scripts/services.mjs up|down|status
 *
 * Uses only configured servers (DATABASE_URL, REDIS_URL) and servers that it started itself on its own data.
 * Other servers on this machine are neither used nor touched.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolder, inProject, loadEnvironmentFile, servicesEnvironmentFile } from './project.mjs';
import { withLock } from './lock.mjs';
import { pidOfStamp, processStamp } from './processes.mjs';
import { DATABASE } from './services/database-server.mjs';
import { REDIS } from './services/redis-server.mjs';
import { ownPid, startServer, stopServer, waitForLogin } from './services/private-server.mjs';
import { installationIn, installationOnPath } from './services/programs.mjs';
import { installPackages, unpackPackages } from './services/debian-packages.mjs';
import { startContainers, stopContainers } from './services/docker.mjs';
import { readState, writePrivateFile, writeState } from './services/state.mjs';

const SERVERS = [DATABASE, REDIS];

/**
 * @typedef {object} Options
 * @property {string} [dataDir] data folder (else DATA_DIR, else `.data`)
 * @property {NodeJS.ProcessEnv} [env] where DATABASE_URL, REDIS_URL and PATH are read from
 * @property {(line: string) => void} [log]
 * @property {string} [bufferPool] buffer pool of a private database, such as `512M` (else DB_BUFFER_POOL, else by memory)
 * @property {boolean} [throwAway] the data of a private database need not survive a power cut, only a crash of the server
 * @property {boolean} [hold] keep the servers from being stopped by others while this process lives
 * @property {Record<string, string>} [settings] (with `hold`) settings that commands in other terminals need beside the addresses
 * @property {boolean} [remove] (down) end them whatever it takes, and delete their data
 */

/**
 * Finds or starts both servers.
 * @param {Options} [options]
 * @returns {Promise<{DATABASE_URL: string, REDIS_URL: string, servers: Record<string, {how: string, pid?: number, port?: number}>}>}
 */
export async function up(options = {}) {
  const context = contextOf(options);
  fs.mkdirSync(context.folder, { recursive: true, mode: 0o700 });
  return withLock(context.lock, 'starting the servers', () => provideAll(context, options), context.log);
}

/**
 * Stops the private servers of this data folder, unless another living process holds them. Their data stays.
 * @param {Options} [options]
 */
export async function down(options = {}) {
  const context = contextOf(options);
  if (!fs.existsSync(context.folder)) return;
  await withLock(context.lock, 'stopping the servers', () => stopAll(context, options.remove), context.log);
}

/**
 * What is known of the private servers of this data folder, without passwords.
 * @param {Options} [options]
 */
export async function status(options = {}) {
  const { folder } = contextOf(options);
  const state = readState(folder);
  const describe = async (server) => {
    const record = state[server.kind];
    const running = record?.how === 'docker' || ownPid(server, folder, record) !== null;
    if (!running || !record) return [server.kind, { running }];
    const { outcome, version } = await server.tryLogin(server.privateUrl(folder, record.port));
    const { how, pid, port } = record;
    return [server.kind, { running: outcome === 'ok', how, pid, address: `127.0.0.1:${port}`, version }];
  };
  return Object.fromEntries(await Promise.all(SERVERS.map(describe)));
}

function contextOf({ dataDir, env = process.env, log = logToStandardError, bufferPool, throwAway = false }) {
  const data = path.resolve(dataDir ?? dataFolder(env));
  const folder = path.join(data, 'services');
  return {
    folder,
    env,
    log,
    bufferPool: bufferPool ?? env.DB_BUFFER_POOL,
    throwAway,
    lock: path.join(folder, 'start.lock'),
    addresses: servicesEnvironmentFile(data),
    /** Unpacked packages are shared by all data folders, so throw-away ones need no download. */
    packages: inProject('.data/packages'),
  };
}

/* ------------------------------------------------------------------------------------------------ starting */

/** In this order. Each gets the servers still missing; what it cannot do it notes in `tried`, for the final error. */
const SOURCES = {
  configured: useConfigured,
  running: adoptRunning,
  path: startFromPath,
  apt: startFromInstalledPackages,
  unpacked: startFromUnpackedPackages,
  docker: startFromContainers,
};

async function provideAll(context, { hold, settings = {} }) {
  const { folder, log } = context;
  const state = readState(folder);
  const provision = { ...context, state, found: {}, tried: { database: [], redis: [] } };
  const missing = () => SERVERS.filter(({ kind }) => !provision.found[kind]);

  for (const source of orderedSources(state)) {
    if (missing().length > 0) await SOURCES[source](missing(), provision);
  }
  if (missing().length > 0) throw new Error(explainFailure(missing(), provision.tried));

  const others = livingHolders(state);
  if (others.length === 0) state.settings = {};
  if (hold) Object.assign(state, { holders: [...others, processStamp(process.pid)], settings });
  writeState(folder, state);
  const urls = Object.fromEntries(SERVERS.map(({ kind, variable }) => [variable, provision.found[kind].url]));
  const lines = Object.entries({ ...urls, ...state.settings }).map(([variable, url]) => `${variable}='${url}'\n`);
  writePrivateFile(context.addresses, lines.join(''));
  for (const { kind } of SERVERS) {
    const { how, port } = provision.found[kind];
    log(`${kind} ready${port ? ` on 127.0.0.1:${port}` : ''} (${how})`);
  }
  return { ...urls, servers: provision.found };
}

/** Data created in containers is in their volumes: a program found later must not create new data beside it. */
function orderedSources(state) {
  const usual = Object.keys(SOURCES);
  return state.usesDocker ? ['configured', 'running', 'docker', ...usual.slice(2, -1)] : usual;
}

/** A configured server is used or reported; there is no silent fallback, which would store data in an unexpected place. */
async function useConfigured(servers, { env, found, log }) {
  for (const server of servers) {
    const url = env[server.variable];
    if (!url) continue;
    const place = describeUrl(server, url);
    const login = await server.tryLogin(url);
    if (login.outcome === 'refused') throw new Error(`${place} refuses the login: ${login.reason}`);
    if (login.outcome === 'unreachable') throw new Error(`${place} cannot be reached: ${login.reason}`);
    if (login.outcome === 'unverified') log(`${place} answers, its login could not be tried: ${login.reason}`);
    const { fatal, warning } = server.complaints(login);
    if (fatal) throw new Error(`${place}: ${fatal}`);
    if (warning) log(`WARNING: ${place}: ${warning}`);
    found[server.kind] = { how: server.variable, url };
  }
}

/** Left over by a killed start, or in use right now. */
async function adoptRunning(servers, { folder, state, found, log }) {
  for (const server of servers) {
    const record = state[server.kind];
    const pid = ownPid(server, folder, record);
    const port = record?.port ?? state.ports[server.kind];
    if (!pid) continue;
    if (!port) {
      // The state file is lost. Two servers on the same data would destroy it, so stop this one first.
      await stopServer(server, folder, record, { log });
      continue;
    }
    await waitForLogin(server, folder, port, () => ownPid(server, folder, record) !== null);
    state[server.kind] = { ...record, pid, port };
    found[server.kind] = { how: 'already running', pid, port, url: server.privateUrl(folder, port) };
  }
}

async function startFromPath(servers, provision) {
  const start = (server) =>
    startOne(server, 'programs on PATH', provision, () => installationOnPath(server, provision.env));
  await Promise.all(servers.map(start));
}

async function startFromInstalledPackages(servers, provision) {
  const how = 'Debian packages, installed';
  await fetching(servers, how, provision, async () => {
    await installPackages(
      servers.map(({ debianPackage }) => debianPackage),
      provision,
    );
    for (const server of servers) {
      await startOne(server, how, provision, () => installationOnPath(server, provision.env));
    }
  });
}

async function startFromUnpackedPackages(servers, provision) {
  const how = 'Debian packages, unpacked';
  await fetching(servers, how, provision, async () => {
    const packages = SERVERS.map(({ debianPackage }) => debianPackage);
    const root = await unpackPackages(packages, provision.packages, provision);
    for (const server of servers) {
      await startOne(server, how, provision, () => installationIn(root, server, provision.env));
    }
  });
}

async function startFromContainers(servers, provision) {
  const { folder, state, found } = provision;
  await fetching(servers, 'docker compose', provision, async () => {
    const records = await startContainers(servers, provision);
    for (const server of servers) {
      const record = records[server.kind];
      remember(server, record, provision);
      state.usesDocker = true;
      found[server.kind] = { ...record, url: server.privateUrl(folder, record.port) };
    }
  });
}

async function startOne(server, how, provision, findInstallation) {
  const { folder, found, tried } = provision;
  try {
    const installation = findInstallation();
    const record = (entry) => remember(server, entry, provision);
    const { pid, port } = await startServer(server, { ...provision, installation, how, record });
    found[server.kind] = { how, pid, port, url: server.privateUrl(folder, port) };
  } catch (error) {
    tried[server.kind].push(`${how}: ${error.message}`);
  }
}

/** Prepares one installation method; if the download fails, that is reported for each server. */
async function fetching(servers, how, { tried }, work) {
  try {
    await work();
  } catch (error) {
    for (const { kind } of servers) tried[kind].push(`${how}: ${error.message}`);
  }
}

/** Recorded at once, so that a later start finds the server after a crash. Ports are reused. */
function remember(server, record, { folder, state }) {
  state[server.kind] = record;
  if (record) state.ports[server.kind] = record.port;
  writeState(folder, state);
}

function explainFailure(servers, tried) {
  const attempts = servers.map(({ kind, label }) => {
    const lines = tried[kind].map((line) => `  - ${line.replaceAll('\n', '\n    ')}\n`);
    return `No ${label} could be found or started. Tried:\n${lines.join('')}`;
  });
  return `${attempts.join('')}Do one of the following:
  - install a server: on Debian and Ubuntu \`apt-get install mariadb-server-core redis-tools\`, on macOS \`brew install mariadb redis\`
  - start Docker
  - name servers that you have: DATABASE_URL=mysql://user:password@host:3306/database REDIS_URL=redis://host:6379`;
}

function describeUrl(server, url) {
  try {
    return `${server.variable} (${new URL(url).host})`;
  } catch {
    throw new Error(`${server.variable} is not a URL`);
  }
}

/* ------------------------------------------------------------------------------------------------ stopping */

async function stopAll({ folder, env, log, addresses }, remove) {
  const state = readState(folder);
  const own = processStamp(process.pid);
  const others = livingHolders(state).filter((holder) => holder !== own);
  state.holders = others;
  if (others.length > 0 && !remove) {
    log(`servers left running: process ${others.map(pidOfStamp).join(', ')} uses them`);
    return writeState(folder, state);
  }
  const inContainers = SERVERS.filter(({ kind }) => state[kind]?.how === 'docker');
  if (inContainers.length > 0) await stopContainers({ folder, env, log, remove });
  await Promise.all(SERVERS.map((server) => stopServer(server, folder, state[server.kind], { log, force: remove })));
  for (const { kind } of SERVERS) delete state[kind];
  fs.rmSync(addresses, { force: true });
  writeState(folder, state);
}

function livingHolders({ holders }) {
  return holders.filter((stamp) => pidOfStamp(stamp) !== null);
}

/* ---------------------------------------------------------------------------------------------- command line */

function logToStandardError(line) {
  console.error(`[services] ${line}`);
}

async function main([command = 'up']) {
  loadEnvironmentFile(inProject('.env'));
  const commands = { up, down, status };
  if (!commands[command]) throw new Error('usage: node scripts/services.mjs up|down|status');
  await commands[command]();
  if (command !== 'down') console.log(JSON.stringify(await status(), null, 2));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
