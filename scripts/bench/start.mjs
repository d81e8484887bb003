/** Measures `npm start` with installed packages and servers: with an empty data folder, and again with the same one. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { choosePort } from '../ports.mjs';
import { inProject } from '../project.mjs';
import * as services from '../services.mjs';
import { machineLoop, printLines } from './figures.mjs';

const TIMEOUT_MS = 180_000;
const SECOND_START_MS = 4_000;

/** @param {{toy: boolean, dataDir: string, log: (line: string) => void}} given
 *  @returns {Promise<import('./figures.mjs').Line[]>} */
export async function measure({ toy, dataDir, log }) {
  const machine = machineLoop();
  const [[first, second]] = await startTimes(dataDir, toy ? 1 : 2, log);
  const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
  const lines = [{ name: 'npm start, packages installed, empty data folder', value: seconds(first) }];
  if (second !== undefined)
    lines.push({
      name: 'second npm start',
      value: seconds(second),
      target: `<= ${seconds(SECOND_START_MS)}`,
      met: second <= SECOND_START_MS,
    });
  printLines(`start: ${machine()}`, lines);
  return lines;
}

/** Starts and stops the product several times on one data folder. @returns the milliseconds until each start was ready, and those of the servers. */
export async function startTimes(dataDir, times, log) {
  const folder = path.join(dataDir, `start-${process.pid}`);
  const [durations, servers] = [[], []];
  const quiet = { dataDir: folder, env: { PATH: process.env.PATH }, log: () => undefined };
  try {
    for (let number = 1; number <= times; number += 1) {
      log(`npm start, ${number} of ${times}`);
      durations.push(await startTime(folder));
      const started = performance.now();
      await services.up(quiet);
      servers.push(performance.now() - started);
      await services.down(quiet);
    }
    return [durations, servers];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function startTime(folder) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(await choosePort(0)) };
  const started = performance.now();
  const child = spawn(process.execPath, [inProject('scripts', 'start.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  const ready = new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`not ready in time:\n${output}`)), TIMEOUT_MS);
    void ended
      .then(() => reject(new Error(`ended before it was ready:\n${output}`)))
      .finally(() => clearTimeout(timeout));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (output.includes('Carillon is ready.')) resolve(performance.now() - started);
      });
  });
  try {
    return await ready;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
