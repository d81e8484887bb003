/**
 * Measures how fast this machine runs tests, in relation to the machine on which the durations of the checks were recorded. Only limits and
 * parallelism follow from it; no test passes or fails by it.
 */
import os from 'node:os';
import { spawn } from 'node:child_process';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { machineSpeed } from './bench/figures.mjs';
import { choosePort } from './ports.mjs';
import { run, waitUntil } from './processes.mjs';
import { inProject } from './project.mjs';

/** The other machine: the loop on each of its processors, and migrations and a start of the API, in milliseconds. */
const REFERENCE = { processors: 2, loopMs: 155, startMs: 4_300 };
/** The long form of the chaos tests does much more between two conditions. */
const CEILING_MS = process.env.CHAOS_LONG ? 600_000 : 180_000;
const GIBIBYTES_PER_WORKER = 2;
const START_TIMEOUT_MS = 10 * 60_000;

/**
 * @param {{env: NodeJS.ProcessEnv, dataDir: string}} given with the addresses of an empty database and of a Redis
 * @returns {Promise<Calibration>}
 */
export async function calibrate({ env, dataDir }) {
  const processors = os.availableParallelism();
  const gibibytes = process.availableMemory() / 2 ** 30;
  const loopMs = Math.max(...(await Promise.all(Array.from({ length: processors }, loopInThread))));
  const startMs = await startOfProduct({ ...env, DATA_DIR: dataDir });
  return new Calibration(processors, gibibytes, loopMs, startMs);
}

class Calibration {
  constructor(processors, gibibytes, loopMs, startMs) {
    Object.assign(this, { processors, gibibytes, loopMs, startMs });
    /** How many times slower one processor is; below 1 on a faster machine. */
    this.slowness = Math.max(loopMs / REFERENCE.loopMs, startMs / REFERENCE.startMs);
  }

  /** Processors of the other machine that do as much as those of this one. */
  get capacity() {
    return this.processors / this.slowness;
  }

  /** How long work takes here that takes `seconds` there, with all processors. */
  secondsFor(seconds) {
    return (seconds * REFERENCE.processors) / this.capacity;
  }

  /** How many workers use the processors well, if each processor of the other machine serves `perProcessor`. */
  workers(perProcessor) {
    const most = Math.max(1, Math.floor(this.gibibytes / GIBIBYTES_PER_WORKER));
    return Math.min(most, Math.max(2, Math.round(perProcessor * this.capacity)));
  }

  /** Settings of the tests: the longest wait for a condition, and how many products start at the same time. */
  get settings() {
    return {
      TEST_CEILING_MS: String(Math.round(CEILING_MS * Math.max(1, this.slowness))),
      TEST_STARTS_AT_ONCE: String(Math.max(1, Math.floor(this.capacity))),
    };
  }

  toString() {
    const seconds = (this.startMs / 1_000).toFixed(1);
    return `${this.processors} processors, ${Math.round(this.gibibytes)} GiB free; loop ${Math.round(this.loopMs)} ms, start ${seconds} s: ${this.slowness.toFixed(2)} times the recorded durations per processor`;
  }
}

/** Returns the milliseconds of a fixed loop in a thread of its own. */
function loopInThread() {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url));
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}

if (!isMainThread) parentPort.postMessage(machineSpeed());

/** Returns the milliseconds of all migrations and a start of the API until it is ready. */
async function startOfProduct(inherited) {
  const PORT = String(await choosePort(0));
  const own = { PORT, APP_SECRET: 'a secret for calibration only, 32 characters', PUBLIC_URL: 'http://carillon.test' };
  const env = { ...inherited, ...own, NODE_ENV: 'production', LOG_LEVEL: 'silent' };
  const begun = performance.now();
  await run(process.execPath, [inProject('dist/cli.js'), 'migrate'], { env, timeout: START_TIMEOUT_MS });
  const api = spawn(process.execPath, [inProject('dist/main.js')], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => api.once('close', resolve));
  const isReady = () =>
    fetch(`http://127.0.0.1:${PORT}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    const ready = await waitUntil(async () => api.exitCode !== null || (await isReady()), START_TIMEOUT_MS, 10);
    if (!ready || api.exitCode !== null) throw new Error('The API did not start for the calibration.');
    return performance.now() - begun;
  } finally {
    api.kill('SIGKILL');
    await ended;
  }
}
