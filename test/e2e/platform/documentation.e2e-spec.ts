import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig } from '../../../src/platform/config/config.js';
import { LANGUAGES } from '../../../src/languages/languages.js';
import { DocumentPage, PROJECT } from '../../support/documents.js';

const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');

const names = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map(([, name = '']) => name));

/** Wrong statements with their page, for readable failures. */
const faultsOf = (find: (page: DocumentPage) => readonly string[]): string[] =>
  DocumentPage.all().flatMap((page) => [...new Set(find(page))].map((fault) => `${page.file}: ${fault}`));

describe('the documentation', () => {
  it('has no broken link', () => {
    expect(faultsOf((page) => page.brokenLinks)).toEqual([]);
  });

  it('is checked by a test that detects broken links', () => {
    expect(DocumentPage.of('test/support/documents-sample.md').brokenLinks).toEqual([
      'no-such-page.md',
      '#no-such-heading',
      '../../README.md#no-such-heading',
    ]);
  });

  it('is completely reachable from its index', () => {
    const reached = new Set<string>();
    const walk = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const next of DocumentPage.of(file).linkedPages) walk(next);
    };
    walk('docs/README.md');
    const pages = DocumentPage.all().map(({ file }) => file);
    expect(pages.filter((file) => !reached.has(file) && !file.startsWith('docs/adr/'))).toEqual([]);
  });

  it('names all languages of texts for recipients', () => {
    const codes = LANGUAGES.map((language) => `\`${language}\``).join(', ');
    expect(read('docs/personalization.md')).toContain(`\`settings.language\` (${codes})`);
  });

  describe('of settings', () => {
    const example = names(read('.env.example'), /^#?([A-Z][A-Z0-9_]+)=/gm);
    const read_ = new Set<string>();
    /** Deprecated aliases. */
    const deprecated = names(
      read('src/platform/config/config.ts'),
      /^const DEPRECATED_NAMES.*'([A-Z][A-Z0-9_]+)' \};$/gm,
    );
    /** Read by the scripts that start a private database, and by Docker Compose. */
    const OF_SCRIPTS = ['DB_BUFFER_POOL'];

    it('lists exactly the supported ones in .env.example', () => {
      const environment = new Proxy({}, { get: (_, name) => void read_.add(String(name)) });
      expect(() => parseConfig(environment)).toThrow('DATABASE_URL is required');
      for (const name of ['', ...deprecated]) read_.delete(name);
      expect(read_.size).toBeGreaterThan(50);
      expect([...example].sort()).toEqual([...read_, ...OF_SCRIPTS].sort());
    });

    it('describes every one for operators', () => {
      const documented = new Set(DocumentPage.of('docs/operations/README.md').inlineCode);
      expect([...example].filter((name) => !documented.has(name))).toEqual([]);
    });

    it('names only existing ones', () => {
      const compose = names(read('docker/compose.yml'), /\$\{([A-Z][A-Z0-9_]+)/g);
      const known = new Set([...example, ...deprecated, ...compose, ...OTHER_CAPITALS]);
      const isSetting = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?==|$)/;
      expect(
        faultsOf((page) =>
          page.inlineCode
            .map((code) => isSetting.exec(code)?.[0])
            .filter((name) => name !== undefined)
            .filter((name) => !known.has(name)),
        ),
      ).toEqual([]);
    });
  });

  describe('of commands', () => {
    const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
    const commands = new Set(
      readdirSync(join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.commands?\.ts$/.test(file))
        .flatMap((file) => [...names(read(join('src', file)), /@Command\(\{\s*name: '([^']+)'/g)]),
    );

    it('names only scripts of package.json', () => {
      const used = (text: string): string[] =>
        [...text.matchAll(/npm run (?:--\w+ )*([\w:-]+)/g)].map(([, script = '']) => script);
      expect(
        faultsOf((page) =>
          everythingTyped(page)
            .flatMap(used)
            .filter((name) => !scripts.includes(name)),
        ),
      ).toEqual([]);
    });

    it('names only commands of the command line', () => {
      expect(commands.size).toBeGreaterThan(15);
      const known = new Set([...commands, 'help']);
      const used = (text: string): string[] =>
        [...text.matchAll(/(?:npm run cli --|dist\/cli\.js) +([a-z][\w:-]*)/g)].map(([, command = '']) => command);
      expect(
        faultsOf((page) =>
          everythingTyped(page)
            .flatMap(used)
            .filter((name) => !known.has(name)),
        ),
      ).toEqual([]);
    });
  });

  describe('of the API', () => {
    const operations = operationsOf(read('docs/openapi.json'));

    it('names only operations of the API document', () => {
      expect(operations.length).toBeGreaterThan(150);
      const faults = faultsOf((page) =>
        DESCRIBES_OTHER_API.includes(page.file)
          ? []
          : [...page.inlineCode.flatMap(namedIn), ...page.blocks.flatMap(({ text }) => calledIn(text))]
              .filter((call) => !operations.some((operation) => isCallOf(call, operation)))
              .map(({ method, path }) => `${method} ${path}`),
      );
      expect(faults).toEqual([]);
    });
  });

  it('names only existing classes in the path of an email', () => {
    const page = readFileSync('docs/how-an-email-is-sent.md', 'utf8');
    const named = [...page.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const classes = new Set(
      sources.flatMap((file) =>
        [...readFileSync(`src/${file}`, 'utf8').matchAll(/^export (?:abstract )?class (\w+)/gm)].map(
          ([, name]) => name,
        ),
      ),
    );
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((name) => !classes.has(name))).toEqual([]);
  });
});

/** Names in the format of settings that are none: of tests, examples, SQL, internal code, and external files. */
const OTHER_CAPITALS = [
  ...[
    'CHAOS_LONG',
    'CHROMIUM_PATH',
    'FUZZ_REQUESTS',
    'FUZZ_SEED',
    'NODE_OPTIONS',
    'RESPONSE_CHECK',
    'TEST_DATABASE_URL',
    'TEST_DEPTH',
    'TEST_REDIS_URL',
  ],
  ...['CARILLON_ORIGIN', 'CARILLON_PASSWORD', 'CARILLON_URL', 'CARILLON_USERNAME', 'WEBHOOK_SECRET'],
  ...['FOREIGN_KEY', 'FOUND_ROWS', 'GET_LOCK', 'JSON_TABLE'],
  ...['AUDITED_TABLES', 'FIRST_DAY', 'PUBLIC_EVENTS'],
  ...['CLEAN_TIME', 'LAST_CHANGED', 'MEMBER_RATING', 'UNSUB_TIME'],
];

/** Describes the differences of the dialect and routes that exist below its base path only. */
const DESCRIBES_OTHER_API = ['docs/compatibility.md'];

const everythingTyped = (page: DocumentPage): string[] => [...page.inlineCode, ...page.blocks.map(({ text }) => text)];

interface Call {
  readonly method: string;
  readonly path: string;
}

function operationsOf(document: string): Call[] {
  const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: path.replace(/^\/api\/v2/, '') })),
  );
}

/** `GET /lists`, `GET, POST /t/p/{token}`; a leading ellipsis stands for a path that was mentioned before. */
function namedIn(code: string): Call[] {
  const found = /^((?:GET|POST|PUT|DELETE)(?:(?:, |\|)(?:GET|POST|PUT|DELETE))*) (\/[^\s?]*)/.exec(code);
  if (!found) return [];
  const [, methods = '', path = ''] = found;
  return path.includes('…') || path.includes('...')
    ? []
    : methods.split(/, |\|/).map((method) => ({ method, path: path.replace(/^\/api\/v2(?=\/)/, '') }));
}

/** Calls with curl: a command continues after a backslash, and within a quoted body. */
function calledIn(text: string): Call[] {
  const calls = text.split(/^(?=\s*(?:call|curl) |for |\$ curl )/m);
  return calls.flatMap((call) => {
    const path = /(?:\$API|\/api\/v2)(\/[\w/{}<>:$.-]*)/.exec(call)?.[1];
    if (!/^\s*(?:\$ )?(?:call|curl) /.test(call) || path === undefined) return [];
    const given = /-X ?([A-Z]+)/.exec(call)?.[1];
    const sendsBody = / (?:-d|-F|--data[\w-]*) /.test(call);
    return [{ method: given ?? (sendsBody ? 'POST' : 'GET'), path }];
  });
}

/** A placeholder matches an id only; otherwise, it would match every misspelled segment. */
function isCallOf(call: Call, operation: Call): boolean {
  if (call.method !== operation.method) return false;
  const [given, known] = [call.path, operation.path].map((path) => path.replace(/\/$/, '').split('/'));
  if (given === undefined || given.length !== known?.length) return false;
  return known.every((segment, index) => {
    const actual = given[index] ?? '';
    if (actual === segment) return true;
    if (!segment.includes('{')) return false;
    return (
      /^\{\w+\}(\.\w+)?$|^\$\w+$|^\d+$/.test(actual) ||
      /\{(trigger_name|slug|provider|secret|token|page)\}/.test(segment)
    );
  });
}
