import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import * as client from '../../clients/typescript/src/index.js';
import { DocumentPage, PROJECT } from './documents.js';
import type { World } from './world.js';

const FOLDER = 'docs/guide';
const CLIENT = '@carillon/client';
/** Defines the credentials and `carillon`; the other pages depend on it. */
const FIRST_PAGE = 'README.md';
const run = promisify(execFile);

const AsyncFunction = (async () => {
  await Promise.resolve();
}).constructor as new (
  ...parameters: string[]
) => (require: NodeJS.Require, exports: object, console: object) => Promise<void>;

/** Receivers of webhooks, which receiver-guide.ts runs. */
const RECEIVERS = 'docs/webhooks.md';

/** A block continues with the variables of the blocks before it, as in one terminal, and ends at the first refused call. */
const START = `set -aeuo pipefail
shopt -s inherit_errexit
if test -e variables; then . ./variables; fi
trap 'export -p > variables' EXIT
curl() { command curl --fail-with-body --max-time 30 "$@"; }
`;

/** The functions that the pages use. */
const definitions = (): string =>
  DocumentPage.of(join(FOLDER, FIRST_PAGE))
    .blocksIn('bash')
    .join('')
    .match(/^\w+\(\) .*$/gm)
    ?.join('\n') ?? '';

/** Pages with runnable examples: `sh` and `ts` blocks. */
export const RUN_PAGES = DocumentPage.all()
  .filter((page) => page.file !== RECEIVERS && [...page.blocksIn('sh'), ...page.blocksIn('ts')].length > 0)
  .map(({ file }) => file);

/** Runs the shell blocks of a page in order, in a folder with the sources; due work is processed between them. */
export async function runShell(file: string, world: World, settings: NodeJS.ProcessEnv = {}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-guide-'));
  symlinkSync(join(PROJECT, 'src'), join(folder, 'src'));
  const { username, password } = credentialsIn(world);
  const env = { ...process.env, ...settings, API: `${world.origin}/api/v2`, AUTH: `${username}:${password}` };
  try {
    for (const block of DocumentPage.of(file).blocksIn('sh')) {
      await run('bash', ['-c', `${START}${definitions()}\n${block}`], { cwd: folder, env }).catch((error: unknown) => {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        throw new Error(`${file} says:\n\n${block}\nand that ends with:\n\n${stdout}\n${stderr}`);
      });
      await world.settle();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the TypeScript of a page as one program. */
export async function runTypeScript(file: string, world: World): Promise<void> {
  const require = createRequire(__filename);
  const connected = { ...client, createClient: () => clientOf(world) };
  const program = new AsyncFunction('require', 'exports', 'console', compiled(programOf(file)));
  const load = ((name: string): unknown => (name === CLIENT ? connected : require(name))) as NodeJS.Require;
  await program(load, {}, { log: () => undefined });
}

/** Returns the errors of a strict compiler for the TypeScript of all pages. */
export function typeErrors(): string[] {
  const folder = mkdtempSync(join(PROJECT, '.dist-guide-'));
  const files = new Map(
    RUN_PAGES.filter((file) => programOf(file) !== '').map((file) => [
      join(folder, `${file.replaceAll('/', '-')}.ts`),
      file,
    ]),
  );
  try {
    for (const [place, file] of files) writeFileSync(place, `${programOf(file)}\nexport {};\n`);
    const program = ts.createProgram([...files.keys()], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: ['node'],
      typeRoots: [join(PROJECT, 'node_modules', '@types')],
      paths: { [CLIENT]: [join(PROJECT, 'clients/typescript/src/index.ts')] },
    });
    return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
      const line = file && start !== undefined ? file.text.slice(start).split('\n', 1)[0] : '';
      return `${file ? (files.get(file.fileName) ?? file.fileName) : ''}: ${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Pages after the first one start with the objects that it created. */
function programOf(file: string): string {
  const blocks = DocumentPage.of(file).blocksIn('ts');
  if (blocks.length === 0 || basename(file) === FIRST_PAGE) return blocks.join('\n');
  return [...DocumentPage.of(join(FOLDER, FIRST_PAGE)).blocksIn('ts').slice(0, 1), ...blocks].join('\n');
}

/** It may use top-level await, so it becomes the body of a function. */
function compiled(program: string): string {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(program, { compilerOptions }).outputText;
}

function clientOf(world: World): client.CarillonClient {
  return client.createClient({ baseUrl: `${world.origin}/api/v2`, ...credentialsIn(world) });
}

function credentialsIn(world: World): { username: string; password: string } {
  const { credentials } = world.all;
  if (!credentials) throw new Error('the client of the test has no credentials');
  return credentials;
}
