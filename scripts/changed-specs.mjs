/** Finds the specs that a change can affect, the nearest first. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { inProject } from './project.mjs';

/** Seconds per kilobyte of a spec on the machine of the calibration, if it has all processors. */
const SECONDS_PER_KILOBYTE = { unit: 0.03, integration: 0.16, e2e: 0.11, security: 0.45, browser: 1.7, chaos: 1.5 };
const IMPORT = /(?:from|import|require)\s*\(?\s*'(\.[^']+)'/g;

/**
 * A spec is affected if it has changed, imports a changed file directly or through others, tests the module of a changed file, or names it.
 * @param {Record<string, readonly string[]>} kinds the specs of each kind
 * @param {string} [since] a commit; by default where the branch left origin/main, else the last commit
 * @returns {{files: string[], specs: {name: string, kind: string, seconds: number}[]}}
 */
export function affectedSpecs(kinds, since = branchPoint()) {
  const files = changedFiles(since);
  const importers = importersOf(git('ls-files', '-co', '--exclude-standard', 'src', 'test', 'architecture', 'clients'));
  const distances = distancesFrom(files, importers);
  const specs = Object.entries(kinds).flatMap(([kind, names]) =>
    names.map((name) => {
      const size = fs.statSync(inProject(name)).size / 1_000;
      return { name, kind, seconds: size * SECONDS_PER_KILOBYTE[kind], distance: distanceOf(name, files, distances) };
    }),
  );
  const near = (one, other) => one.distance - other.distance || one.seconds - other.seconds;
  return { files, specs: specs.filter(({ distance }) => distance < Infinity).sort(near) };
}

const git = (...args) =>
  execFileSync('git', args, { cwd: inProject(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

function branchPoint() {
  try {
    return git('merge-base', 'HEAD', 'origin/main')[0];
  } catch {
    return 'HEAD';
  }
}

function changedFiles(since) {
  return [...new Set([...git('diff', '--name-only', since), ...git('ls-files', '-o', '--exclude-standard')])];
}

/** By imported file: the files that import it. */
function importersOf(files) {
  const importers = new Map();
  for (const file of files.filter((name) => /\.ts$/.test(name) && fs.existsSync(inProject(name))))
    for (const [, target] of fs.readFileSync(inProject(file), 'utf8').matchAll(IMPORT)) {
      const imported = path.join(path.dirname(file), target).replace(/\.js$/, '.ts');
      if (!importers.has(imported)) importers.set(imported, []);
      importers.get(imported).push(file);
    }
  return importers;
}

/** By file: over how many imports it reaches a changed one. */
function distancesFrom(changed, importers) {
  const distances = new Map(changed.map((file) => [file, 0]));
  const queue = [...changed];
  for (const file of queue)
    for (const importer of importers.get(file) ?? []) {
      if (distances.has(importer)) continue;
      distances.set(importer, distances.get(file) + 1);
      queue.push(importer);
    }
  return distances;
}

function distanceOf(spec, changed, distances) {
  const direct = distances.get(spec) ?? Infinity;
  if (direct <= 1) return direct;
  const [, topic] = /^test\/e2e\/([^/]+)\//.exec(spec) ?? [];
  const testsModule = changed.some((file) => topic && new RegExp(`^src/(?:modules/)?${topic}/`).test(file));
  const text = fs.readFileSync(inProject(spec), 'utf8');
  const isNamed = changed.some((file) => !/\.(ts|md)$/.test(file) && text.includes(path.basename(file)));
  // The pages have specs of their own, which find them by their folder.
  const readsDocs = /documentation|guide|recipes/.test(spec) && changed.some((file) => file.endsWith('.md'));
  const readsSources = spec.startsWith('architecture/') && changed.some((file) => file.startsWith('src/'));
  return testsModule || isNamed || readsDocs || readsSources ? Math.min(direct, 2) : direct;
}
