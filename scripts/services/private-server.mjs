/** Starts, identifies, and stops one private server. Differences are in database-server.mjs and redis-server.mjs. */
import fs from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { choosePort, isPortFree } from '../ports.mjs';
import { sendSignal, waitUntil, workingDirectoryOf } from '../processes.mjs';
import { versionOf } from './programs.mjs';
import { lastLines } from './state.mjs';

const SECONDS_TO_STOP = 90; // a large buffer pool is written out first

/**
 * The process id of our own running server, or null. A recorded id may have been reused, so
 * it counts only if that process works in our data folder, which servers make their working directory. Besides
 * our own record the pid file of the server is asked: it is right even if we were killed before we could write.
 */
export function ownPid(server, folder, record) {
  const directory = dataDirectory(server, folder);
  if (!fs.existsSync(directory)) return null;
  const real = fs.realpathSync(directory);
  const candidates = [record?.pid, pidInFile(server.pidFile(folder))];
  return candidates.find((pid) => pid && workingDirectoryOf(pid) === real) ?? null;
}

/** Waits until our running server accepts our password on `port`. Throws if it does not. */
export async function waitForLogin(server, folder, port, stillRuns) {
  const url = server.privateUrl(folder, port);
  let last = {};
  const ready = await waitUntil(
    async () => {
      if (!stillRuns()) return true;
      last = await server.tryLogin(url);
      return last.outcome === 'ok';
    },
    server.secondsToStart * 1000,
    20,
  );
  if (ready && last.outcome === 'ok') return;
  const log = logFile(server, folder);
  const fault = stillRuns() ? `does not accept logins (${last.reason ?? last.outcome})` : 'exited';
  throw new Error(`the ${server.kind} server ${fault}; the end of ${log}:\n${lastLines(log)}`);
}

/**
 * Starts a server on its data in `folder`.
 * @param {object} server DATABASE or REDIS
 * @param {{folder: string, state: object, installation: import('./programs.mjs').Installation, how: string,
 *   bufferPool?: string, throwAway?: boolean, log: (line: string) => void, record: (record: object) => void}} options
 *   `record` is called right after the start, so that a crash of ours leaves no unknown server behind
 */
export async function startServer(server, options) {
  const { folder, state, how } = options;
  const installation = {
    ...options.installation,
    program: server.runnable?.(options.installation.program, folder) ?? options.installation.program,
  };
  options.log(`starting ${installation.program}`);
  const { flavour } = await versionOf(server, installation);
  const writer = state[`${server.kind}Flavour`];
  if (writer && writer !== flavour) throw new Error(`${installation.program} is ${flavour}, the data is of ${writer}`);

  for (let attempt = 1; ; attempt++) {
    const port = await choosePort(state.ports[server.kind], server.preferredPort);
    const directory = dataDirectory(server, folder);
    const plan = await server.prepare({ ...options, directory, installation, flavour, port });
    const child = launch(server, folder, plan, installation.env);
    const record = { how, pid: child.pid, port, socketFolder: plan.socketFolder, program: installation.program };
    options.record(record);
    try {
      await waitForLogin(server, folder, port, () => child.exitCode === null && child.signalCode === null && child.pid);
      state[`${server.kind}Flavour`] = flavour;
      return record;
    } catch (error) {
      child.kill('SIGKILL');
      options.record(undefined);
      removeSocketFolder(record);
      const portWasTaken = child.exitCode !== null && !(await isPortFree(port));
      if (!portWasTaken || attempt === 3) throw error;
    }
  }
}

/** Stops our own server, if it runs, and waits for it. `force` kills it after a timeout. */
export async function stopServer(server, folder, record, { log, force = false }) {
  const pid = ownPid(server, folder, record);
  if (pid) {
    sendSignal(pid, 'SIGTERM');
    const isGone = () => ownPid(server, folder, record) === null;
    if (!(await waitUntil(isGone, (force ? 20 : SECONDS_TO_STOP) * 1000))) {
      if (!force) throw new Error(`the ${server.kind} server (process ${pid}) does not stop`);
      sendSignal(pid, 'SIGKILL');
      await waitUntil(isGone, 5000);
    }
    log(`${server.kind} stopped`);
  }
  removeSocketFolder(record);
}

function launch(server, folder, { program, args }, env) {
  const log = fs.openSync(logFile(server, folder), 'a', 0o600);
  // Detached: Ctrl-C in the terminal must not reach it before the application has let go of it.
  const options = { cwd: dataDirectory(server, folder), detached: true, stdio: ['ignore', log, log], env };
  const child = spawn(program, args, options);
  child.on('error', (error) => fs.writeSync(log, `${error}\n`));
  child.unref();
  return child;
}

function dataDirectory(server, folder) {
  return path.join(folder, server.kind);
}

function logFile(server, folder) {
  return path.join(folder, `${server.kind}.log`);
}

function pidInFile(file) {
  try {
    return Number.parseInt(fs.readFileSync(file, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

function removeSocketFolder(record) {
  if (record?.socketFolder) fs.rmSync(record.socketFolder, { recursive: true, force: true });
}
