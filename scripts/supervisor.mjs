/** Keeps the processes of the application running, and ends them gracefully. */
import fs from 'node:fs';
import { spawn } from 'node:child_process';
import { pidOfStamp, processStamp, sendSignal, waitUntil } from './processes.mjs';
import { writePrivateFile } from './services/state.mjs';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
const STEADY_AFTER = 60_000;
/** Mails past their final dot are waited for two minutes; see docs/delivery.md. */
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
    // A process group of its own: Ctrl-C in the terminal reaches us alone, and we end things in the right order.
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
      log(`the ${name} process ended (${signal ?? `exit code ${code}`}); starting it again in ${wait / 1000} s`);
      const again = () => {
        timers.delete(timer);
        start(name, file, Math.min(wait * 2, LONGEST_PAUSE));
      };
      const timer = setTimeout(again, wait);
      timers.add(timer);
    });
  }

  /** Ends the processes without waiting for what they have in hand, as a crash would, and starts them again. */
  function restart() {
    for (const name of running.keys()) restarting.add(name);
    signalAll('SIGKILL');
  }

  /** Asks all processes to finish, and waits for them. hurry() in the meantime ends the waiting. */
  async function stop() {
    stopping = true;
    for (const timer of timers) clearTimeout(timer);
    signalAll('SIGTERM');
    if (!(await waitUntil(() => running.size === 0, PATIENCE))) {
      log(`still running after ${PATIENCE / 1000} s, killed: ${[...running.keys()].join(', ')}`);
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

/** Ends what a supervisor left behind that was itself killed; such processes would hold on to their ports. */
export async function endAbandoned(notes, log) {
  const stamps = fs.existsSync(notes) ? JSON.parse(fs.readFileSync(notes, 'utf8')) : [];
  const left = () => stamps.map(pidOfStamp).filter(Boolean);
  if (left().length === 0) return;
  log(`ending what an earlier start left behind: process ${left().join(', ')}`);
  for (const pid of left()) sendSignal(pid, 'SIGTERM');
  await waitUntil(() => left().length === 0, 10_000);
  for (const pid of left()) sendSignal(pid, 'SIGKILL');
}
