/**
 * Checks `nest build`, which compiles with SWC as nest-cli.json says. All other checks use scripts/build.mjs and would not notice a fault.
 * It must write the same files, and the command line must start.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ASSETS } from './build.mjs';
import { inProject } from './project.mjs';

/** In the project, where the result finds node_modules and package.json. */
const draft = inProject(`.dist-nest-${process.pid}`);
const settings = fs.mkdtempSync(path.join(os.tmpdir(), 'carillon-nest-build-'));

try {
  const tsconfig = path.join(settings, 'tsconfig.json');
  const own = { extends: inProject('tsconfig.build.json'), compilerOptions: { outDir: draft } };
  fs.writeFileSync(tsconfig, JSON.stringify(own));
  run(inProject('node_modules/@nestjs/cli/bin/nest.js'), 'build', '--path', path.relative(inProject(), tsconfig));
  const wanted = filesIn(inProject('src')).flatMap(resultOf);
  const written = filesIn(draft);
  report('missing', new Set(wanted).difference(new Set(written)));
  report('unexpected', new Set(written).difference(new Set(wanted)));
  report(
    'changed',
    filesIn(inProject('src')).filter((file) => ASSETS.test(file) && !isCopied(file)),
  );
  if (!run(path.join(draft, 'cli.js'), '--help').includes('migrate'))
    throw new Error('The command line does not start.');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  fs.rmSync(draft, { recursive: true, force: true });
  fs.rmSync(settings, { recursive: true, force: true });
}

function run(program, ...args) {
  const env = { ...process.env, NODE_COMPILE_CACHE: settings };
  return execFileSync(process.execPath, [program, ...args], { cwd: inProject(), env, encoding: 'utf8' });
}

function filesIn(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
}

/** What the build writes for a source. */
function resultOf(file) {
  if (ASSETS.test(file)) return [file];
  if (!file.endsWith('.ts') || file.endsWith('.spec.ts')) return [];
  const compiled = file.replace(/\.ts$/, '.js');
  return [compiled, `${compiled}.map`];
}

/** Scripts for browsers, too: a compiled one would be a module of Node.js. */
function isCopied(file) {
  return fs.readFileSync(inProject('src', file)).equals(fs.readFileSync(path.join(draft, file)));
}

function report(fault, files) {
  const names = [...files];
  if (names.length > 0) throw new Error(`nest build, ${fault}: ${names.join(', ')}`);
}
