/** Updates node_modules/ and dist/ if necessary. */
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { withLock } from './lock.mjs';
import { runNpm } from './npm.mjs';
import { step } from './progress.mjs';
import { inProject } from './project.mjs';

/** Written by npm. */
const INSTALLED = inProject('node_modules/.package-lock.json');
const LOCK_HASH = inProject('node_modules/.carillon-lock-hash');
const SOURCE_HASH = inProject('dist/.source-hash');

/**
 * Installs the packages of package-lock.json unless they are installed.
 * @param {{log?: (line: string) => void, signal?: AbortSignal}} [options]
 */
export async function ensurePackages({ log = console.error, signal } = {}) {
  await onlyOneOfUs('installing packages', log, async () => {
    const wanted = hashOf([inProject('package-lock.json')]);
    if (recorded(LOCK_HASH) === wanted) return;
    // Scripts are left out because no package here needs one; --include=dev because NODE_ENV=production would leave
    // out the compiler.
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev'];
    await step(log, 'Installing packages (npm ci)', async () => {
      await runNpm(args, { show: true, signal });
      return `${Object.keys(JSON.parse(fs.readFileSync(INSTALLED, 'utf8')).packages).length} packages`;
    });
    fs.writeFileSync(LOCK_HASH, wanted);
  });
}

/**
 * Builds dist/ unless it is current.
 * @param {{log?: (line: string) => void, signal?: AbortSignal, typesChecked?: boolean}} [options] as for `build`
 */
export async function ensureBuild({ log = console.error, signal, typesChecked } = {}) {
  await onlyOneOfUs('building', log, async () => {
    const files = sourceFiles();
    const wanted = hashOf(files);
    if (recorded(SOURCE_HASH) === wanted) return;
    await step(log, 'Building', async () => {
      await build({ signal, typesChecked });
      return `${files.length} files`;
    });
    fs.writeFileSync(SOURCE_HASH, wanted);
  });
}

function sourceFiles() {
  const sources = fs
    .readdirSync(inProject('src'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const settings = fs.readdirSync(inProject()).filter((name) => /^tsconfig.*\.json$/.test(name));
  return [...sources, ...settings.map((name) => inProject(name)), inProject('package-lock.json')].sort();
}

function hashOf(files) {
  const hash = crypto.createHash('sha256');
  for (const file of files) {
    const content = fs.readFileSync(file);
    hash.update(`${path.relative(inProject(), file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function recorded(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
}

/** Prevents two starts in one folder from overwriting each other's files. */
function onlyOneOfUs(task, log, work) {
  return withLock(inProject('.data/setup.lock'), task, work, log);
}
