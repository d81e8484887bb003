import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { freePort } from './free-port.js';
import { stopAtEnd } from './stop-at-end.js';
import { waitUntil } from './wait-until.js';

const PROJECT = resolve(__dirname, '../..');

/** One call of the functions of the guide. */
export interface Check {
  readonly function: 'genuine' | 'genuine and fresh';
  readonly rawBody: Buffer;
  readonly headers: IncomingHttpHeaders;
  readonly secret: string;
}

interface Language {
  readonly files: readonly string[];
  readonly interpreter: string;
  /** Written beside the files of the guide: reads checks as JSON from its input and prints the results. */
  readonly driver: { readonly file: string; readonly text: string };
  serve(folder: string, port: number): readonly string[];
}

const LANGUAGES = {
  TypeScript: {
    files: ['verify.ts', 'receiver.ts'],
    interpreter: process.execPath,
    driver: {
      file: 'driver.js',
      text: `import { readFileSync } from 'node:fs';
import { isGenuine, isGenuineAndFresh } from './verify.js';
const answers = JSON.parse(readFileSync(0, 'utf8')).map((check) =>
  (check.function === 'genuine' ? isGenuine : isGenuineAndFresh)(Buffer.from(check.body, 'base64'), check.headers, check.secret));
console.log(JSON.stringify(answers));`,
    },
    serve: (folder) => [join(folder, 'receiver.js')],
  },
  Python: {
    files: ['verify.py', 'receiver.py'],
    interpreter: 'python3',
    driver: {
      file: 'driver.py',
      text: `import base64, email.message, json, sys
from verify import is_genuine, is_genuine_and_fresh
def answer(check):
    headers = email.message.Message()
    for name, value in check["headers"].items(): headers[name] = value
    function = is_genuine if check["function"] == "genuine" else is_genuine_and_fresh
    return function(base64.b64decode(check["body"]), headers, check["secret"])
print(json.dumps([answer(check) for check in json.load(sys.stdin)]))`,
    },
    serve: (folder) => [join(folder, 'receiver.py')],
  },
  PHP: {
    files: ['verify.php', 'receiver.php'],
    interpreter: 'php',
    driver: {
      file: 'driver.php',
      text: `<?php
require __DIR__ . '/verify.php';
echo json_encode(array_map(
    fn ($check) => ($check['function'] === 'genuine' ? 'is_genuine' : 'is_genuine_and_fresh')(
        base64_decode($check['body']), $check['headers'], $check['secret']),
    json_decode(file_get_contents('php://stdin'), true)));`,
    },
    serve: (folder, port) => ['-S', `127.0.0.1:${port}`, join(folder, 'receiver.php')],
  },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as LanguageName[];

/** Whether the interpreter of the language is installed. */
export const isPresent = (name: LanguageName): boolean =>
  spawnSync(LANGUAGES[name].interpreter, ['--version']).status === 0;

/** The page of the guide. */
export const guide = (): string => readFileSync(join(PROJECT, 'docs', 'webhooks.md'), 'utf8');

/** The code block whose first line names this file. */
function codeOf(file: string): string {
  const blocks = [...guide().matchAll(/^```\w+\n((?:<\?php )?(?:\/\/|#) (\S+)\n[\s\S]*?)^```$/gm)];
  const found = blocks.filter(([, , name]) => name === file);
  if (found.length !== 1) throw new Error(`docs/webhooks.md has ${found.length} blocks named ${file}`);
  return found[0]?.[1] ?? '';
}

/** The programs of the receiver guide in one language, copied to a folder. */
export class GuideReceiver {
  private readonly folder = mkdtempSync(join(tmpdir(), 'carillon-guide-'));
  private readonly inbox = join(this.folder, 'inbox');
  private readonly language: Language;
  private process: ChildProcess | null = null;

  private constructor(
    name: LanguageName,
    readonly port: number,
  ) {
    this.language = LANGUAGES[name];
    mkdirSync(this.inbox);
    writeFileSync(join(this.folder, 'package.json'), '{"type": "module"}');
    for (const file of this.language.files) this.copyOut(file);
    writeFileSync(join(this.folder, this.language.driver.file), this.language.driver.text);
  }

  static async of(name: LanguageName): Promise<GuideReceiver> {
    return stopAtEnd(new GuideReceiver(name, await freePort()));
  }

  /** Starts the receiver as a separate process. */
  async start(secret: string): Promise<void> {
    const { interpreter, serve } = this.language;
    this.process = spawn(interpreter, serve(this.folder, this.port), {
      env: { ...process.env, WEBHOOK_SECRET: secret, INBOX: this.inbox, PORT: String(this.port) },
      stdio: 'ignore',
    });
    await waitUntil('the receiver of the guide listens', () => listensOn(this.port));
  }

  /** The stored deliveries by id. */
  stored(): ReadonlyMap<string, Buffer> {
    const files = readdirSync(this.inbox);
    return new Map(files.map((file) => [file.replace(/\.json$/, ''), readFileSync(join(this.inbox, file))]));
  }

  /** Runs the functions of the guide with all checks in one process. */
  answers(checks: readonly Check[]): boolean[] {
    const input = checks.map(({ rawBody, ...check }) => ({ ...check, body: rawBody.toString('base64') }));
    const { interpreter, driver } = this.language;
    const output = execFileSync(interpreter, [join(this.folder, driver.file)], { input: JSON.stringify(input) });
    return JSON.parse(output.toString()) as boolean[];
  }

  async stop(): Promise<void> {
    const { process: child } = this;
    if (child?.exitCode === null) {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private copyOut(file: string): void {
    writeFileSync(join(this.folder, file), codeOf(file));
    if (!file.endsWith('.ts')) return;
    const options = { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 };
    const { outputText } = ts.transpileModule(codeOf(file), { compilerOptions: options });
    writeFileSync(join(this.folder, file.replace(/\.ts$/, '.js')), outputText);
  }
}

/** Returns the errors of a strict compiler for the TypeScript of the guide. */
export function typeErrors(): string[] {
  const folder = mkdtempSync(join(PROJECT, '.dist-guide-'));
  try {
    const files = LANGUAGES.TypeScript.files.map((file) => join(folder, file));
    for (const [index, file] of files.entries()) writeFileSync(file, codeOf(LANGUAGES.TypeScript.files[index] ?? ''));
    const program = ts.createProgram(files, {
      strict: true,
      noEmit: true,
      noUnusedLocals: true,
      skipLibCheck: true,
      noUncheckedIndexedAccess: true,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      types: ['node'],
      typeRoots: [join(PROJECT, 'node_modules', '@types')],
    });
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function listensOn(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => {
      done(false);
    });
  });
}
