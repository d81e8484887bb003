/**
 * The Node.js that the project runs on. A Node.js 24 or newer on PATH is used as it is. On an older one the script is run again
 * by a private copy from the npm registry, whose version and integrity scripts/runtime/package-lock.json pins.
 */
import fs from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { withLock } from './lock.mjs';
import { runNpm } from './npm.mjs';
import { inProject } from './project.mjs';
import { noticeOrphaning } from './stop-request.mjs';

const PINNED = inProject('scripts/runtime');
const FOLDER = inProject('.data/runtime');
const NODE = path.join(FOLDER, 'node_modules/.bin/node');

/** Returns when this process runs on a supported Node.js; otherwise the script runs again on one, and this process ends with it. */
export async function ensureRuntime() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major >= 24) return;
  try {
    if (major < 20 || (major === 20 && minor < 19)) throw new Error('Only 20.19 or newer can download it.');
    await fetchRuntime();
  } catch (error) {
    console.error(`Carillon needs Node.js 24; this is ${process.version}. ${error.message}`);
    process.exit(1);
  }
  process.exit(await runAgain());
}

async function fetchRuntime() {
  const wanted = fs.readFileSync(path.join(PINNED, 'package-lock.json'), 'utf8');
  const installed = path.join(FOLDER, '.installed');
  const download = async () => {
    if (fs.existsSync(NODE) && fs.existsSync(installed) && fs.readFileSync(installed, 'utf8') === wanted) return;
    console.error(`Node.js ${process.versions.node} is older than 24; downloading Node.js 24 to .data/runtime ...`);
    fs.mkdirSync(FOLDER, { recursive: true });
    for (const name of ['package.json', 'package-lock.json'])
      fs.copyFileSync(path.join(PINNED, name), path.join(FOLDER, name));
    const args = ['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund', '--include=optional'];
    await runNpm(args, { cwd: FOLDER });
    if (!fs.existsSync(NODE))
      throw new Error(`No build for ${process.platform} on ${process.arch}; install Node.js 24.`);
    fs.writeFileSync(installed, wanted);
  };
  await withLock(inProject('.data/runtime.lock'), 'downloading Node.js', download, console.error);
}

/** Runs the same command on the private Node.js, which its children also find on PATH, and returns the exit code. */
function runAgain() {
  const PATH = `${path.dirname(NODE)}${path.delimiter}${process.env.PATH ?? ''}`;
  const args = [...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(NODE, args, { stdio: 'inherit', env: { ...process.env, PATH } });
  // The child also gets the terminal's Ctrl-C; it takes two signals within half a second for one.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name));
  if (process.env.npm_lifecycle_event) noticeOrphaning(() => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}
