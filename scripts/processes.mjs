/** Process utilities: run, identify, wait. */
import fs from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs a program to its end and gives its standard output. Asynchronous, so that signal handlers still run meanwhile.
 * @param {{input?: string, env?: NodeJS.ProcessEnv, cwd?: string, timeout?: number, signal?: AbortSignal,
 *   show?: boolean, stderr?: 'pipe' | 'inherit'}} [options] `show` passes all output on to our standard error
 */
export function run(program, args, options = {}) {
  const { input, show = false, stderr = 'pipe', ...spawnOptions } = options;
  const output = show ? [2, 2] : ['pipe', stderr];
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...spawnOptions,
      stdio: [input === undefined ? 'ignore' : 'pipe', ...output],
    });
    let stdout = '';
    let errors = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (errors = (errors + text).slice(-4000)));
    child.stdin?.on('error', () => {}); // it ended before reading everything: 'close' has the reason
    child.stdin?.end(input);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(stdout);
      const said = (errors.trim() || stdout.trim()).slice(-1500);
      reject(new Error(`${program} ${args.slice(0, 4).join(' ')} ended with ${signal ?? code}${said && `:\n${said}`}`));
    });
  });
}

/**
 * Identifies a running process: its id can be reused, so its start time (and on Linux the boot) belongs to it. Null without such a process;
 * a zombie counts as ended.
 */
export function processStamp(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') {
    const stat = readText(`/proc/${pid}/stat`);
    if (!stat) return null;
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before ')' may hold anything
    const startTime = rest[18];
    if (state === 'Z' || state === 'X') return null;
    return `${pid} ${startTime} ${readText('/proc/sys/kernel/random/boot_id').trim()}`;
  }
  const started = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim();
  return started ? `${pid} ${started}` : null;
}

/** The process id in a stamp, if exactly that process still runs; else null. */
export function pidOfStamp(stamp) {
  const pid = Number.parseInt(stamp, 10);
  return stamp && processStamp(pid) === stamp ? pid : null;
}

/** Returns the working directory of a process, or null if it has ended or belongs to another user. */
export function workingDirectoryOf(pid) {
  try {
    if (process.platform === 'linux') return fs.readlinkSync(`/proc/${pid}/cwd`);
    const found = spawnSync('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn'], { encoding: 'utf8' });
    return found.stdout?.match(/^n(.*)$/m)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Waits until `condition` holds; false when `milliseconds` pass first. */
export async function waitUntil(condition, milliseconds, pause = 50) {
  const deadline = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > deadline) return false;
    await sleep(pause);
  }
  return true;
}

/** Sends a signal to a process (or, with a negative id, to its group); an ended process is no error. */
export function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
