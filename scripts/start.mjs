/**
 * `npm start`: from a fresh clone to a running Carillon, or restart it. `npm start -- --demo` also loads sample data; `--single` runs API and
 * worker in one process, which needs less memory; `--watch` (`npm run dev`) restarts on changes in src/.
 */
import path from 'node:path';
import { isSetUp } from './database-state.mjs';
import { releaseLock, takeLock } from './lock.mjs';
import { ensureBuild, ensurePackages } from './packages.mjs';
import { choosePort, isPortFree } from './ports.mjs';
import { run, waitUntil } from './processes.mjs';
import { step } from './progress.mjs';
import { dataFolder, inProject, loadEnvironmentFile, nodeOptions } from './project.mjs';
import { ensureRuntime } from './runtime.mjs';
import { down, up } from './services.mjs';
import { listenForStop } from './stop-request.mjs';
import { createSupervisor, endAbandoned } from './supervisor.mjs';

await ensureRuntime();
loadEnvironmentFile(inProject('.env'));

const dataDir = dataFolder();
const runLock = path.join(dataDir, 'start.lock');
const notes = path.join(dataDir, 'processes.json');
const production = process.env.NODE_ENV === 'production';
const log = (line) => console.log(`[carillon] ${line}`);
let supervisor;
let lockIsOurs = false;
let servicesAreOurs = false;
const stop = listenForStop(() => supervisor?.hurry());

try {
  await start(process.argv.includes('--demo'));
  await stop.requested;
} catch (error) {
  if (!stop.signal.aborted) {
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
} finally {
  await shutDown();
}

async function start(withDemonstrationData) {
  const other = takeLock(runLock);
  if (other)
    throw new Error(`Carillon is already running on ${dataDir} (process ${other}). Set DATA_DIR to run a second one.`);
  lockIsOurs = true;
  const steps = { signal: stop.signal, log };
  await ensurePackages(steps);
  await ensureBuild(steps);
  stop.signal.throwIfAborted();
  await endAbandoned(notes, log);
  const settings = await settingsOfRun();
  servicesAreOurs = true; // from here on there may be servers to stop, even after a failed start
  const { DATABASE_URL, REDIS_URL } = await step(log, 'Starting database and Redis', () =>
    up({ dataDir, log, hold: true, settings }),
  );
  const env = {
    ...process.env,
    ...{ NODE_ENV: process.env.NODE_ENV || 'development', DATA_DIR: dataDir },
    ...{ DATABASE_URL, REDIS_URL, NODE_OPTIONS: nodeOptions(process.env.NODE_OPTIONS) },
    ...settings,
  };

  const manager = (await isSetUp(DATABASE_URL)) ? undefined : await setUpDatabase(env);
  if (withDemonstrationData) await step(log, 'Loading sample data', () => runCli(['demo:load'], env));
  stop.signal.throwIfAborted();

  supervisor = createSupervisor({ notes, env, log });
  if (process.argv.includes('--single')) supervisor.start('API and worker', inProject('dist/all.js'));
  else {
    supervisor.start('API', inProject('dist/main.js'));
    supervisor.start('worker', inProject('dist/worker.js'));
  }
  if (!(await step(log, 'Starting API and worker', () => becomesReady(env)))) return;
  showAddresses(env, manager);
  // In a process of its own, so that the start does not wait for it.
  if (!production)
    run(process.execPath, [inProject('scripts/docs-site.mjs')]).catch(({ message }) => log(`No new guide: ${message}`));
  if (process.argv.includes('--watch')) await watch(env);
}

/** @returns {Promise<object | undefined>} the first manager, if it was created now */
async function setUpDatabase(env) {
  await step(log, 'Updating the database', () => runCli(['migrate'], env));
  const manager = lastJsonLine(await runCli(['manager:bootstrap', '--json'], env, { show: false }));
  if (manager?.application_password) showOnce(manager);
  return manager;
}

async function watch(env) {
  const { watchSources } = await import('./watch.mjs');
  watchSources({
    log,
    signal: stop.signal,
    onCompiled(files) {
      const from = performance.now();
      supervisor.restart();
      void becomesReady(env).then((ready) => {
        if (ready) log(`${files.join(', ')}: ready again after ${((performance.now() - from) / 1000).toFixed(1)} s`);
      });
    },
  });
  log('Watching src/. Types are not checked; run `npm run check:types`.');
}

async function shutDown() {
  if (supervisor) log('Stopping ... (press Ctrl-C again to stop at once)');
  await supervisor?.stop();
  if (servicesAreOurs) await down({ dataDir, log });
  if (lockIsOurs) releaseLock(runLock);
  if (stop.signal.aborted) log('Stopped.');
}

/* ---------------------------------------------------------------------------------------------- settings */

/** Uses PORT and fails if it is in use; without PORT, uses 3000 or another free port. */
async function portOfApi() {
  const host = process.env.HOST || '127.0.0.1';
  if (process.env.PORT) {
    const port = Number(process.env.PORT);
    if (await isPortFree(port, host)) return port;
    throw new Error(`PORT is set to ${port}, which is in use or not permitted.`);
  }
  const port = await choosePort(3000);
  if (port !== 3000) log(`Port 3000 is in use; the API listens on ${port}. Set PORT to choose one.`);
  return port;
}

/** What the processes of this run use, and the command line in other terminals. */
async function settingsOfRun() {
  const { env } = process;
  const port = String(await portOfApi());
  if (production) return { PORT: port, ...(env.PUBLIC_URL ? { PUBLIC_URL: env.PUBLIC_URL } : {}) };
  return {
    PORT: port,
    PUBLIC_URL: env.PUBLIC_URL || `http://localhost:${port}`,
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: env.WEBHOOK_ALLOW_PRIVATE_NETWORKS || 'true',
    DEV_MAILBOX_SMTP_PORT: env.DEV_MAILBOX_SMTP_PORT || String(await choosePort(2525)),
    DEV_WEBHOOK_RECEIVER_PORT: env.DEV_WEBHOOK_RECEIVER_PORT || String(await choosePort(3443)),
  };
}

/* ----------------------------------------------------------------------------------------------- running */

function runCli(args, env, { show = true } = {}) {
  const options = { env, signal: stop.signal, show, stderr: 'inherit' };
  return run(process.execPath, [inProject('dist/cli.js'), ...args], options);
}

function lastJsonLine(text) {
  const line = text.split('\n').findLast((candidate) => candidate.startsWith('{'));
  return line ? JSON.parse(line) : undefined;
}

/** Waits for the API without a time limit: the log shows startup problems, which may be fixed meanwhile. */
async function becomesReady(env) {
  const host = ['0.0.0.0', '::', undefined, ''].includes(env.HOST) ? '127.0.0.1' : env.HOST;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${env.PORT}/health/ready`;
  const isReady = () =>
    fetch(url, { signal: AbortSignal.timeout(3000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const isReadyOrStopping = async () => stop.signal.aborted || (await isReady());
  if (!(await waitUntil(isReadyOrStopping, 60_000, 50))) {
    log(`Not ready after a minute (${url}); see the log above. Still waiting ...`);
    await waitUntil(isReadyOrStopping, Infinity, 1000);
  }
  return !stop.signal.aborted;
}

/* ----------------------------------------------------------------------------------------------- output */

function showOnce({ username, application_password: password }) {
  console.log(`
  ┌──────────────────────────────────────────────────────────────────────────┐
    The first manager was created. The password is shown only once; store it.

      username              ${username}
      application password  ${password}
  └──────────────────────────────────────────────────────────────────────────┘
`);
}

function showAddresses(env, manager) {
  const base = (env.PUBLIC_URL || `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  const apiPath = (env.API_BASE_PATH || '/api/v2').split(',')[0].trim();
  const places = [
    ['API', `${base}${apiPath}`],
    ['Swagger UI', `${base}/docs`],
    ...(production ? [] : [['Guide', `${base}/docs/guide`]]),
    ...(/^(?:false|0|no|off)$/.test(env.CONSOLE_ENABLED ?? '') ? [] : [['Console', `${base}/console`]]),
    ...(production || env.SMTP_URL ? [] : [['Development mailbox', `${base}/dev/mailbox`]]),
    ...(production
      ? []
      : [['Webhook receiver', `https://localhost:${env.DEV_WEBHOOK_RECEIVER_PORT}, shown at ${base}/dev/webhooks`]]),
  ];
  const login = manager?.application_password
    ? `${manager.username}:${manager.application_password}`
    : 'USERNAME:APPLICATION_PASSWORD';
  console.log(`
  Carillon is ready.

${places.map(([name, url]) => `    ${name.padEnd(21)} ${url}`).join('\n')}

  Try it:

    curl -u '${login}' ${base}${apiPath}/reports/options

  Press Ctrl-C to stop. Data is stored in ${path.relative(process.cwd(), dataDir) || '.'}.
`);
}
