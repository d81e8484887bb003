import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PERMISSIONS } from '../../src/platform/access/permissions.js';
import { freePort } from '../support/free-port.js';
import { Product } from '../support/product.js';
import { StatementProxy, type Verdict } from '../support/statement-proxy.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { emptyDatabase } from '../support/test-database.js';
import { waitUntil } from '../support/wait-until.js';

describe('the command line on the host of a running product', () => {
  let product: Product;
  /** Environment of a second terminal: DATA_DIR without the URLs of the servers. */
  let terminal: Record<string, string>;

  beforeAll(async () => {
    product = await Product.start({ name: 'command-line' });
    const { DATABASE_URL = '', REDIS_URL = '', ...others } = product.env;
    terminal = others;
    const addresses = `DATABASE_URL='${DATABASE_URL}'\nREDIS_URL='${REDIS_URL}'\n`;
    writeFileSync(join(terminal['DATA_DIR'] ?? '', 'services.env'), addresses);
  });

  it('finds the servers through the file that the running product writes to its data directory', async () => {
    const managers = JSON.parse(await product.cli(['manager:list', '--json'], terminal)) as unknown;
    expect(managers).toEqual([expect.objectContaining({ username: 'chaos', role: 'manager', disabled: false })]);
  });

  it('creates managers and keys that the running API accepts immediately', async () => {
    const issue = async (args: readonly string[]): Promise<{ application_password: string }> =>
      JSON.parse(await product.cli(args, terminal)) as { application_password: string };
    const first = await issue(['manager:create', '--json', '--username', 'ada', '--permissions', 'view_contacts']);
    const second = await issue(['key:create', '--json', '--username', 'ada', '--name', 'second']);
    for (const { application_password: password } of [first, second]) {
      const authorization = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
      const response = await fetch(`${product.apiUrl}/subscribers`, { headers: { authorization } });
      expect(response.status).toBe(200);
    }
    const keys = JSON.parse(await product.cli(['key:list', '--json', '--username', 'ada'], terminal)) as unknown[];
    expect(keys).toHaveLength(2);
  });

  it('names the missing variable if no product runs', async () => {
    const elsewhere = join(terminal['DATA_DIR'] ?? '', 'elsewhere');
    mkdirSync(elsewhere);
    const env = { ...terminal, DATA_DIR: elsewhere };
    await expect(product.cli(['manager:list'], env)).rejects.toThrow('DATABASE_URL is required');
  });
});

describe('the command line on a machine without servers', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  let folder: string;

  beforeAll(() => {
    folder = temporaryFolder('help');
  });

  const call = (...args: string[]): Promise<{ code: number; output: string }> =>
    new Promise((done) => {
      const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: folder };
      execFile(process.execPath, [resolve('dist/cli.js'), ...args], { env, cwd: folder }, (error, stdout, stderr) => {
        done({ code: Number(error?.code ?? 0), output: stdout + stderr });
      });
    });

  it('lists its commands and exits with 0', async () => {
    for (const args of [['help'], ['contacts:import', '--help']]) {
      const { code, output } = await call(...args);
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('contacts:import') });
      expect(output).not.toContain('(outputHelp)');
    }
  });

  it('prints its version and exits with 0', async () => {
    expect(await call('--version')).toEqual({ code: 0, output: `${version}\n` });
  });

  it('fits its help into 80 columns, under the name of the program', async () => {
    for (const args of [[], ['help'], ['manager:create', '--help'], ['contacts:import', '--help']]) {
      const { code, output } = await call(...args);
      expect([args, code]).toEqual([args, 0]);
      expect(output).toMatch(/^Usage: carillon /);
      expect(output.split('\n').filter((line) => line.length > 80)).toEqual([]);
    }
  });

  it('shows only the options of the command, with all permissions', async () => {
    expect((await call('key:create', '--help')).output).not.toMatch(/--email|--role|--permissions/);
    const { output } = await call('manager:create', '--help');
    for (const permission of PERMISSIONS) expect(output).toContain(permission);
  });

  it.each([
    [['contact:import', 'a.csv'], "unknown command 'contact:import'\n(Did you mean contacts:import?)", 2],
    [['frobnicate'], 'unknown command \'frobnicate\'\nUse "help" to list all commands.', 2],
    [['manager:list', 'owner'], 'too many arguments', 2],
    [['key:list', '--usrname', 'shop'], '(Did you mean --username?)', 2],
    [['manager:create', '--username', 'shop', '--permision', 'view_contacts'], '(Did you mean --permissions?)', 2],
    [['manager:create', '--username', 'shop'], "'--permissions <list>' is missing: comma-separated: view_contacts", 2],
    [['manager:update', '--permissions', 'view_reports'], "'--username <name>' is missing", 2],
    [['manager:create', '--permissions', 'view_contact'], 'known are: view_contacts, manage_contacts', 2],
    [['contacts:export', '--status', 'subscibed'], 'complained; did you mean subscribed?', 2],
    [['migrate', '--from', 'mailchimp', 'a.csv'], "unknown option '--from'", 2],
    [['contacts:import', '--lst', 'Guests'], '(Did you mean --list?)', 1],
    [['contacts:import', 'a.csv', 'b.csv'], 'too many arguments', 1],
    [['contacts:migrate', 'a.csv'], "'--from <system>' is missing: mailchimp, listmonk, fluentcrm", 1],
    [['contacts:migrate', '--from', 'listmonk'], "missing required argument 'files'", 1],
  ])('refuses %j once, without a database', async (args, expected, code) => {
    const answer = await call(...args);
    expect(answer).toEqual({ code, output: expect.stringContaining(expected) });
    expect(answer.output.split(expected)).toHaveLength(2);
    expect(answer.output).not.toContain('DATABASE_URL');
  });
});

describe.each([
  ['npm start', [], 2],
  ['npm start -- --single', ['--single'], 1],
] as const)('%s', (_command, args, processes) => {
  let folder: string;
  let port: string;
  let output = '';
  const base = { PATH: process.env['PATH'] ?? '' };

  beforeAll(async () => {
    folder = temporaryFolder('start');
    port = String(await freePort());
    const servers = { DATABASE_URL: (await emptyDatabase()).url, REDIS_URL: process.env['TEST_REDIS_URL'] ?? '' };
    const env = { ...base, ...servers, DATA_DIR: folder, PORT: port, REDIS_PREFIX: 'cli-start' };
    const run = spawn(process.execPath, ['scripts/start.mjs', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(run, 'close');
    stopAtEnd({
      stop: async () => {
        run.kill('SIGINT');
        await ended;
      },
    });
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (output += String(text)));
    await waitUntil('everything runs', () => output.includes('Press Ctrl-C'));
  });

  it('says that it created the schema, and where everything is', () => {
    expect(output).toContain('the schema is created');
    expect(output).toMatch(/Webhook receiver +https:\/\/localhost:\d+, shown at http/);
    expect(output).toContain(`shown at http://localhost:${port}/dev/webhooks`);
  });

  it('runs the API and a worker', async () => {
    expect(JSON.parse(readFileSync(join(folder, 'processes.json'), 'utf8'))).toHaveLength(processes);
    const env = { ...base, DATA_DIR: folder };
    // The doctor also finds what this installation lacks.
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/cli.mjs', 'doctor'], { env }).catch(
      (failed: unknown) => failed as { stdout: string },
    );
    expect(stdout).toMatch(/processes.*\n.*api.*\d+/s);
    expect(stdout).not.toContain('none is running');
  });

  it('passes its port to commands in other terminals', async () => {
    const env = { ...base, DATA_DIR: folder };
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/cli.mjs', 'feedback:urls'], { env });
    const urls = stdout.match(/http:\S+/g) ?? [];
    expect(urls.length).toBeGreaterThan(0);
    for (const url of urls) expect(url).toContain(`http://localhost:${port}/`);
  });

  it('shows all permissions of all managers in 80 columns', async () => {
    const env = { ...base, DATA_DIR: folder };
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/cli.mjs', 'manager:list'], { env });
    for (const permission of PERMISSIONS) expect(stdout).toContain(permission);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('contact commands without a worker', () => {
  /** Several batches of an import. */
  const PEOPLE = 5_000;
  let proxy: StatementProxy;
  let product: Product;
  let file: string;

  beforeAll(async () => {
    proxy = await StatementProxy.before(process.env['TEST_DATABASE_URL'] ?? '');
    product = await Product.start({
      name: 'contacts-cli',
      workers: 0,
      databaseThrough: (url) => proxy.through(url),
    });
    file = join(product.env['DATA_DIR'] ?? '', 'people.csv');
    const rows = Array.from({ length: PEOPLE }, (_, index) => `person-${index}@example.com,Person ${index}`);
    writeFileSync(file, ['email,first_name', ...rows].join('\n'));
  });

  const latest = async (): Promise<{ id: number; status: string; processed: number } | undefined> =>
    (
      await product.db.query<{ id: number; status: string; processed: number }>(
        'SELECT id, status, processed FROM bulk_jobs ORDER BY id DESC LIMIT 1',
      )
    )[0];
  const contacts = async (): Promise<number> =>
    (await product.db.query<{ people: number }>('SELECT COUNT(*) AS people FROM contacts'))[0]?.people ?? 0;

  /** Runs `action` while the second batch of the next import waits for its commit. */
  function atSecondBatch(action: () => Promise<Verdict>): void {
    let batches = 0;
    proxy.watch = async ({ moment, sql, before }) => {
      const isBatch = sql === 'COMMIT' && before.some((one) => /^\s*INSERT\s+INTO bulk_job_rows/.test(one));
      if (moment !== 'asked' || !isBatch || (batches += 1) !== 2) return undefined;
      return action();
    };
  }

  it('resumes an import whose process was killed, and creates every contact once', async () => {
    const command = product.command('contacts-import', ['contacts:import', file]);
    atSecondBatch(async () => {
      await command.kill();
      return 'drop';
    });
    command.start();
    await waitUntil('the process has ended', () => command.pid === undefined);
    const left = await latest();
    expect(left?.status).toBe('running');
    expect(left?.processed).toBeGreaterThan(0);
    expect(left?.processed).toBeLessThan(PEOPLE);
    expect(await contacts()).toBe(left?.processed);
    // Expires the claim, which otherwise takes half a minute.
    await product.db.transaction((tx) => tx.execute('UPDATE bulk_jobs SET claimed_until = NOW(3)', {}));
    const output = await product.cli(['contacts:import', '--resume', String(left?.id), '--json']);
    expect(JSON.parse(output)).toMatchObject({ id: left?.id, status: 'done', created: PEOPLE, invalid: 0 });
    expect(await contacts()).toBe(PEOPLE);
  });

  it('undoes an import, and cancels another import on SIGTERM', async () => {
    const { id } = (await latest()) ?? { id: 0 };
    expect(JSON.parse(await product.cli(['contacts:import', '--undo', String(id), '--json']))).toMatchObject({
      status: 'undone',
      undone: PEOPLE,
    });
    expect(await contacts()).toBe(0);
    const command = product.command('contacts-import-stopped', ['contacts:import', file]);
    atSecondBatch(async () => {
      void command.terminate();
      await waitUntil('the import is to be cancelled', () => command.said.includes('Cancelling import'));
      return undefined;
    });
    command.start();
    await waitUntil('the process has ended', () => command.pid === undefined);
    const stopped = await latest();
    expect(stopped?.status).toBe('cancelled');
    expect(await contacts()).toBe(stopped?.processed);
    expect(command.said).toContain(`Import ${stopped?.id ?? 0}: cancelled`);
  });

  it('exports all contacts to a file', async () => {
    const out = join(product.env['DATA_DIR'] ?? '', 'out.csv');
    await product.cli(['contacts:export', out, '--columns', 'email']);
    const lines = readFileSync(out, 'utf8').trim().split('\r\n');
    expect(lines).toHaveLength(1 + (await contacts()));
    expect(lines[1]).toMatch(/^person-\d+@example\.com$/);
  });

  it('names the command line option in validation errors', async () => {
    await expect(product.cli(['contacts:import', file, '--new-status', 'keen'])).rejects.toThrow(
      '--new-status must be one of',
    );
    await expect(product.cli(['contacts:import', 'missing.csv'])).rejects.toThrow('file missing.csv cannot be read');
  });
});
