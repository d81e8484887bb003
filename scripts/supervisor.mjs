/** Keeps the processes of the application running, and ends them gracefully. */
import fs from 'node:fs';
import { spawn } from 'node:child_process';
import { pidOfStamp, processStamp, sendSignal, waitUntil } from './processes.mjs';
import { writePrivateFile } from './services/state.mjs';

const FIRST_PAUSE = 1000;
const MAX_PAUSE = 30_000;
const STEADY_AFTER = 60_000;
/** Emails past their final dot are waited for two minutes; see docs/delivery.md. */
const PATIENCE = 130_000;

/**
 * @param {object} options
 * @param {string} options.notes file in which the running processes are noted, for endAbandoned()
 * @param {NodeJS.ProcessEnv} options.env
 * @param {(line: string) => void} options.log
 */
export function createSupervisor({ notes, env, log }) {
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  const running = new Map();
  const timers = new Set();
  const restarting = new Set();
  let stopping = false;

  function start(name, file, pause = FIRST_PAUSE) {
    const startedAt = Date.now();
    // A separate process group: Ctrl-C in the terminal reaches only us, and we stop processes in order.
    const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    running.set(name, child);
    takeNotes();
    child.on('error', (error) => log(`the ${name} process: ${error.message}`));
    child.on('close', (code, signal) => {
      running.delete(name);
      takeNotes();
      if (stopping) return;
      if (restarting.delete(name)) return start(name, file);
      const wait = Date.now() - startedAt > STEADY_AFTER ? FIRST_PAUSE : pause;
      log(`the ${name} process ended (${signal ?? `exit code ${code}`}); restarting in ${wait / 1000} s`);
      const again = () => {
        timers.delete(timer);
        start(name, file, Math.min(wait * 2, MAX_PAUSE));
      };
      const timer = setTimeout(again, wait);
      timers.add(timer);
    });
  }

  /** Kills the processes, like a crash, and starts them again. */
  function restart() {
    for (const name of running.keys()) restarting.add(name);
    signalAll('SIGKILL');
  }

  /** Asks all processes to stop and waits for them; hurry() ends the waiting. */
  async function stop() {
    stopping = true;
    for (const timer of timers) clearTimeout(timer);
    signalAll('SIGTERM');
    if (!(await waitUntil(() => running.size === 0, PATIENCE))) {
      log(`not stopped after ${PATIENCE / 1000} s, killed: ${[...running.keys()].join(', ')}`);
      hurry();
      await waitUntil(() => running.size === 0, 5000);
    }
    fs.rmSync(notes, { force: true });
  }

  function hurry() {
    signalAll('SIGKILL');
  }

  function signalAll(signal) {
    for (const { pid } of running.values()) if (pid) sendSignal(-pid, signal);
  }

  function takeNotes() {
    const stamps = [...running.values()].map(({ pid }) => processStamp(pid)).filter(Boolean);
    writePrivateFile(notes, JSON.stringify(stamps));
  }

  return { start, restart, stop, hurry };
}

/** Ends the processes of a supervisor that was killed; they would keep their ports. */
export async function endAbandoned(notes, log) {
  const stamps = fs.existsSync(notes) ? JSON.parse(fs.readFileSync(notes, 'utf8')) : [];
  const left = () => stamps.map(pidOfStamp).filter(Boolean);
  if (left().length === 0) return;
  log(`stopping processes of an earlier start: ${left().join(', ')}`);
  for (const pid of left()) sendSignal(pid, 'SIGTERM');
  await waitUntil(() => left().length === 0, 10_000);
  for (const pid of left()) sendSignal(pid, 'SIGKILL');
}
