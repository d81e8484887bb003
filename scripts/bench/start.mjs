/** `npm start` on a machine that has the packages and the servers: into an empty data folder, and again into the same. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { choosePort } from '../ports.mjs';
import { inProject } from '../project.mjs';
import { machineSpeed, printColumns, verdictOf } from './figures.mjs';

const GIVE_UP_MS = 180_000;
const SECOND_START_MS = 8_000;

/** @param {{toy: number, dataDir: string, log: (line: string) => void}} given
 *  @returns {Promise<import('./figures.mjs').Line[]>} */
export async function measure({ toy, dataDir, log }) {
  const folder = path.join(dataDir, `start-${process.pid}`);
  const before = machineSpeed();
  try {
    log('into an empty data folder');
    const first = await started(folder);
    const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
    const lines = [{ name: 'npm start, packages there, empty data folder', value: seconds(first) }];
    // At toy size nothing is measured, and once shows that it works.
    if (!toy) {
      log('again');
      const second = await started(folder);
      lines.push({
        name: 'npm start, the second time',
        value: seconds(second),
        target: `<= ${seconds(SECOND_START_MS)}`,
        met: second <= SECOND_START_MS,
      });
    }
    printColumns(
      `start: machine loop ${before.toFixed(0)} ms before and ${machineSpeed().toFixed(0)} ms after`,
      ['figure', 'value', 'target', 'verdict'],
      lines.map(({ name, value, target, met }) => [name, value, target ?? '', verdictOf(met)]),
    );
    return lines;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the milliseconds until it says that it is ready; by then it has ended again. */
async function started(folder) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(await choosePort(0)) };
  const begun = performance.now();
  const child = spawn(process.execPath, [inProject('scripts', 'start.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let said = '';
  const ready = new Promise((resolve, reject) => {
    const bound = setTimeout(() => reject(new Error(`not ready in time:\n${said}`)), GIVE_UP_MS);
    void ended.then(() => reject(new Error(`ended by itself:\n${said}`))).finally(() => clearTimeout(bound));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
        if (said.includes('Carillon is ready.')) resolve(performance.now() - begun);
      });
  });
  try {
    return await ready;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
