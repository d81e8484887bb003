import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import * as client from '../../../clients/typescript/src/index.js';
import type { CodeSample } from '../../../src/platform/openapi/reader/samples.js';
import { PROJECT } from '../../support/documents.js';
import { stopAtEnd } from '../../support/stop-at-end.js';
import { World } from '../../support/world.js';

const run = promisify(execFile);

/** A program that is not present is skipped, with the number of its samples. */
const isPresent = (program: string, ...probe: string[]): boolean => spawnSync(program, probe).status === 0;
const HAS_PHP = isPresent('php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);');
const HAS_REQUESTS = isPresent('python3', '-c', 'import requests');

/** Calls that succeed in this order, also again. */
const EXECUTED: readonly string[] = [
  ...['checkLiveness', 'getContact', 'updateContact', 'listContacts', 'createContactNote', 'listContactNotes'],
  ...['reportOrder', 'getOrder', 'createImport', 'exportContacts', 'updateTag', 'listTags', 'getReportOptions'],
];

const ENDINGS: Readonly<Record<string, string>> = { curl: 'sh', TypeScript: 'ts', Python: 'py', PHP: 'php' };

describe('the samples of the API reference', () => {
  let world: World;
  let samples: Map<string, Map<string, string>>;
  let folder: string;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    world = await World.start();
    folder = mkdtempSync(join(PROJECT, '.dist-samples-'));
    stopAtEnd({
      stop: () => {
        rmSync(folder, { recursive: true, force: true });
      },
    });
    samples = new Map();
    const { body: outline } = (await world.http.get('/docs/outline.json').expect(200)) as { body: Outline };
    for (const operations of Object.values(outline.paths))
      for (const { operationId } of Object.values(operations)) {
        const { body } = await world.http.get(`/docs/operations/${operationId}.json`).expect(200);
        const found = (body as { 'x-codeSamples': CodeSample[] })['x-codeSamples'];
        samples.set(operationId, new Map(found.map(({ label, source }) => [label, source])));
        for (const { label, source } of found)
          writeFileSync(join(folder, `${operationId}.${ENDINGS[label] ?? label}`), source);
      }
    const contact = await world.given.contact({ email: 'ada@example.com', status: 'subscribed' });
    await world.all.post('/tags').send({ title: 'First' }).expect(200);
    expect(contact.id).toBe(1);
    writeFileSync(join(folder, 'contacts.csv'), 'email,first_name\ngrace@example.com,Grace\n');
    const { username = '', password = '' } = world.all.credentials ?? {};
    env = {
      ...process.env,
      ...{ CARILLON_ORIGIN: world.origin, CARILLON_URL: `${world.origin}/api/v2` },
      ...{ CARILLON_USERNAME: username, CARILLON_PASSWORD: password, PYTHONDONTWRITEBYTECODE: '1' },
    };
  });

  interface Outline {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  }

  const programsOf = (label: string): string[] => [...samples.values()].map((each) => each.get(label) ?? '');

  it('exist for every operation in four languages, and for no call of a webhook', async () => {
    expect(samples.size).toBeGreaterThan(200);
    for (const label of Object.keys(ENDINGS)) expect(programsOf(label).filter((text) => text === '')).toEqual([]);
    const { body } = await world.http.get('/docs/operations/webhook_contact_created.json').expect(200);
    expect((body as { 'x-codeSamples': unknown })['x-codeSamples']).toEqual([]);
  });

  it('contain no password, and the address only as a variable', () => {
    const all = Object.keys(ENDINGS).flatMap(programsOf);
    expect(all.filter((text) => text.includes(env['CARILLON_PASSWORD'] ?? '') || text.includes(world.origin))).toEqual(
      [],
    );
  });

  it('are valid shell commands', async () => {
    const check = 'for file in *.sh; do bash -n "$file" || exit 1; done';
    await run('bash', ['-c', check], { cwd: folder });
  });

  (isPresent('python3', '--version') ? it : it.skip)('are valid Python', async () => {
    const check = 'import ast, glob\nfor name in glob.glob("*.py"): ast.parse(open(name).read(), name)';
    await run('python3', ['-c', check], { cwd: folder });
  });

  (HAS_PHP ? it : it.skip)('are valid PHP', async () => {
    await run('bash', ['-c', 'for file in *.php; do php -l "$file" || exit 1; done'], { cwd: folder });
  });

  it('compile with the types of the client', async () => {
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, exactOptionalPropertyTypes: true, moduleDetection: 'force' },
      ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] },
      ...{ types: ['node'], typeRoots: [join(PROJECT, 'node_modules/@types')] },
      paths: { '@carillon/client': [join(PROJECT, 'clients/typescript/src/index.ts')] },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const compiler = join(PROJECT, 'node_modules/typescript7/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch((error: unknown) => error as never);
    expect(stdout).toBe('');
  });

  describe('that are executed', () => {
    it.each(EXECUTED)('call %s with curl', async (id) => {
      const script = `curl() { command curl --silent --show-error --fail-with-body "$@"; }\n${samples.get(id)?.get('curl') ?? ''}`;
      const { stdout } = await run('bash', ['-c', script], { cwd: folder, env });
      expect(stdout).not.toBe('');
    });

    it.each(EXECUTED)('call %s in TypeScript', async (id) => {
      const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
      const { outputText } = ts.transpileModule(samples.get(id)?.get('TypeScript') ?? '', { compilerOptions });
      const inFolder = { openAsBlob: (name: string) => openAsBlob(join(folder, name)) };
      const output: unknown[] = [];
      const write = (...parts: unknown[]): number => output.push(...parts);
      const program = new AsyncFunction('require', 'exports', 'console', 'process', outputText);
      await program(
        (name: string) => (name === 'node:fs' ? inFolder : client),
        {},
        { log: write },
        { env, stdout: { write } },
      );
      expect(output).not.toEqual([]);
      expect(output).not.toContainEqual(expect.stringContaining('"request_id"'));
    });

    (HAS_REQUESTS ? it : it.skip).each(EXECUTED)('call %s in Python', async (id) => {
      const { stdout } = await run('python3', [`${id}.py`], { cwd: folder, env });
      expect(stdout).not.toBe('');
    });

    (HAS_PHP ? it : it.skip).each(EXECUTED)('call %s in PHP', async (id) => {
      const { stdout } = await run('php', [`${id}.php`], { cwd: folder, env });
      expect(stdout).not.toMatch(/^$|\[request_id\]|"request_id"/);
    });
  });
});

const AsyncFunction = (async () => {
  await Promise.resolve();
}).constructor as new (...parameters: string[]) => (...values: unknown[]) => Promise<void>;
