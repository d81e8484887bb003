import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DataSource } from 'typeorm';
import { ulid } from 'ulid';
import { ApiKey } from '../../src/modules/auth/managers/api-key.entity.js';
import { Manager } from '../../src/modules/auth/managers/manager.entity.js';
import { Clock } from '../../src/platform/clock/clock.js';
import { ManagersService } from '../../src/modules/auth/managers/managers.service.js';
import { PERMISSIONS } from '../../src/platform/access/permissions.js';
import { parseConfig } from '../../src/platform/config/config.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { Database } from '../../src/platform/database/database.js';
import { Keys } from '../../src/platform/secrets/keys.js';
import { ApiClient } from './api-client.js';
import { CEILING_MS } from './ceiling.js';
import { Given } from './given.js';
import { freePort } from './free-port.js';
import { inStartQueue } from './start-queue.js';
import { stopAtEnd } from './stop-at-end.js';
import { migratedDatabase, type TestDatabase } from './test-database.js';
import { waitUntil } from './wait-until.js';

const PROJECT = resolve(__dirname, '../..');
/** Process logs stay here until the next run. */
const LOGS = join(PROJECT, '.artifacts', 'chaos');
const BASE_PATH = '/api/v2';

type Environment = Readonly<Record<string, string>>;

export interface ProductOptions {
  /** Prefix of the log files. */
  readonly name: string;
  readonly env?: Environment;
  /** Default: one. */
  readonly workers?: number;
  /** The program that serves the API; by default the API alone. */
  readonly program?: 'main.js' | 'all.js';
  /** The server of its database; by default that of all tests. */
  readonly databaseServer?: string;
  /** Redirects the processes to their database, for example through a proxy. */
  readonly databaseThrough?: (url: string) => string;
  /** Settings that depend on the URL of the database. */
  readonly envOf?: (url: string) => Environment;
}

/** Operating system limits of a process. */
export interface ProcessLimits {
  readonly openFiles: number;
}

/** An additional API process. */
export interface ApiNode {
  readonly process: ProductProcess;
  readonly origin: string;
}

/** One process of the built product, started and stopped like in production. */
export class ProductProcess {
  private child: ChildProcess | null = null;
  private ended: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly env: Environment,
    private readonly log: string,
    private readonly limits: ProcessLimits | null = null,
    private readonly args: readonly string[] = [],
  ) {
    rmSync(log, { force: true });
  }

  /** Its complete log, across restarts. */
  get said(): string {
    return readFileSync(this.log, 'utf8');
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  get hasEnded(): boolean {
    return this.child === null;
  }

  start(): void {
    if (this.child) throw new Error(`${this.file} runs already`);
    const log = openSync(this.log, 'a');
    // Not in the project folder: a developer's .env must not have an effect.
    const { DATA_DIR } = this.env;
    const [program, ...args] = this.command;
    const child = spawn(program, args, {
      ...(DATA_DIR === undefined ? {} : { cwd: DATA_DIR }),
      env: this.env,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.child = child;
    this.ended = new Promise((done) => {
      child.once('exit', () => {
        this.child = null;
        done();
      });
    });
  }

  private get command(): [string, ...string[]] {
    const plain = [process.execPath, join(PROJECT, 'dist', this.file), ...this.args] as const;
    return this.limits ? ['sh', '-c', `ulimit -n ${this.limits.openFiles} && exec "$0" "$@"`, ...plain] : [...plain];
  }

  /** kill -9. Resolves when the process is gone. */
  async kill(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.ended;
  }

  /** SIGTERM: it finishes work in progress. @returns the duration in milliseconds. */
  async terminate(): Promise<number> {
    const start = performance.now();
    this.child?.kill('SIGTERM');
    await this.ended;
    return performance.now() - start;
  }

  /** SIGSTOP: the process stands still with everything that it holds. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }
}

/**
 * The built product: dist/ in separate processes, with its own database, key prefix, data folder, and port. For tests that
 * kill processes; all others use World, which is faster.
 */
export class Product {
  readonly api: ProductProcess;
  readonly workers: ProductProcess[] = [];
  private readonly nodes: ApiNode[] = [];
  /** A direct connection to the database of the product, for setup and checks. */
  readonly db: Database;

  private credentials = { username: '', password: '' };
  private workersMade = 0;

  private constructor(
    private readonly name: string,
    readonly env: Environment,
    private readonly database: TestDatabase,
    private readonly dataSource: DataSource,
    program: string,
  ) {
    this.db = new Database(dataSource);
    this.api = new ProductProcess(program, env, this.logOf('api'));
  }

  static async start({
    name,
    env: changes = {},
    workers = 1,
    program = 'main.js',
    ...where
  }: ProductOptions): Promise<Product> {
    mkdirSync(LOGS, { recursive: true });
    const database = await migratedDatabase(where.databaseServer);
    const connection = { url: database.url, poolSize: 5 };
    const dataSource = await new DataSource(dataSourceOptions(connection, [Manager, ApiKey])).initialize();
    const env = {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      DATABASE_URL: where.databaseThrough?.(database.url) ?? database.url,
      DATABASE_POOL_SIZE: '10',
      REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
      REDIS_PREFIX: `p${ulid().toLowerCase()}`,
      APP_SECRET: 'a secret for tests only, 32 characters and more',
      DATA_DIR: mkdtempSync(join(tmpdir(), 'carillon-product-')),
      // All products of a run have the same program.
      NODE_COMPILE_CACHE: join(process.env['DATA_DIR'] ?? tmpdir(), 'compile-cache'),
      PORT: String(await freePort()),
      PUBLIC_URL: 'http://carillon.test',
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_REPORTS_PER_MINUTE: '0',
      ...changes,
      ...where.envOf?.(database.url),
    };
    const product = stopAtEnd(new Product(name, env, database, dataSource, program));
    try {
      product.credentials = await product.createManager('chaos');
      await inStartQueue(async () => {
        product.api.start();
        for (let worker = 1; worker <= workers; worker += 1) product.addWorker();
        await product.ready();
      });
    } catch (error) {
      await product.stop();
      throw error;
    }
    return product;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.env['PORT'] ?? ''}`;
  }

  get apiUrl(): string {
    return `${this.origin}${BASE_PATH}`;
  }

  /** For requests without an API client. */
  get authorization(): string {
    const { username, password } = this.credentials;
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }

  get client(): ApiClient {
    return this.clientAt(this.origin);
  }

  /** A client of another API process, with the same manager. */
  clientAt(origin: string, credentials = this.credentials): ApiClient {
    return new ApiClient({ getHttpServer: () => origin }, { http: { basePaths: [BASE_PATH] } }, credentials);
  }

  /** A client with a new manager. */
  async clientOf(username: string): Promise<ApiClient> {
    return this.clientAt(this.origin, await this.createManager(username));
  }

  get given(): Given {
    return new Given(this.client);
  }

  /** @param changes to the environment of this process. */
  addWorker(changes: Environment = {}, limits: ProcessLimits | null = null): ProductProcess {
    this.workersMade += 1;
    const env = { ...this.env, ...changes };
    const worker = new ProductProcess('worker.js', env, this.logOf(`worker-${this.workersMade}`), limits);
    this.workers.push(worker);
    worker.start();
    return worker;
  }

  /** Starts another API process on its own port. The caller waits until it is ready. */
  async addNode(changes: Environment = {}, limits: ProcessLimits | null = null): Promise<ApiNode> {
    const port = String(await freePort());
    const env = { ...this.env, PORT: port, ...changes };
    const log = this.logOf(`api-${this.nodes.length + 2}`);
    const node = { process: new ProductProcess('main.js', env, log, limits), origin: `http://127.0.0.1:${port}` };
    this.nodes.push(node);
    node.process.start();
    return node;
  }

  /** Waits until the API is ready. */
  async ready(): Promise<void> {
    await waitUntil('the API is ready', async () => {
      if (this.api.hasEnded) throw new Error(`The API has ended: ${this.api.said.slice(-1_000)}`);
      return (await this.health()) !== null;
    });
  }

  /**
   * Returns the readiness details of the API; null if it is not ready or not running.
   * @param origin of another node than the first.
   */
  async health(origin = this.origin): Promise<Readonly<Record<string, string>> | null> {
    try {
      const response = await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(CEILING_MS) });
      const { checks } = (await response.json()) as { checks: Record<string, string> };
      return response.ok ? checks : null;
    } catch {
      return null;
    }
  }

  /**
   * Runs a command of dist/cli.js beside the running product.
   * @param env replaces the environment of the product.
   * @returns its output. @throws if it fails.
   */
  async cli(args: readonly string[], env: Environment = this.env): Promise<string> {
    const { DATA_DIR } = env;
    const { stdout } = await promisify(execFile)(process.execPath, [join(PROJECT, 'dist', 'cli.js'), ...args], {
      env,
      ...(DATA_DIR === undefined ? {} : { cwd: DATA_DIR }),
    });
    return stdout;
  }

  /** What the doctor finds. It fails, because the public URL is none for production. */
  async findings(): Promise<readonly { readonly check: string; readonly verdict: string; readonly found: string }[]> {
    const output = await this.cli(['doctor', '--json']).catch(
      (error: unknown) => (error as { readonly stdout: string }).stdout,
    );
    return (JSON.parse(output) as { findings: Awaited<ReturnType<Product['findings']>> }).findings;
  }

  /** Starts a command of dist/cli.js as a process that can be killed. */
  command(name: string, args: readonly string[]): ProductProcess {
    return new ProductProcess('cli.js', this.env, this.logOf(name), null, args);
  }

  /** Another process with changes to its environment, not started. */
  another(file: string, changes: Environment): ProductProcess {
    const process = new ProductProcess(file, { ...this.env, ...changes }, this.logOf('another'));
    return stopAtEnd({ process, stop: () => process.kill() }).process;
  }

  async stop(): Promise<void> {
    const nodes = this.nodes.map((node) => node.process);
    for (const process of [this.api, ...nodes, ...this.workers]) await process.kill();
    await this.dataSource.destroy();
    await this.database.stop();
    rmSync(this.env['DATA_DIR'] ?? '', { recursive: true, force: true });
  }

  /** Does what the command line does, without a process. */
  private async createManager(username: string): Promise<Product['credentials']> {
    const managers = new ManagersService(this.db, new Keys(parseConfig(this.env)), new Clock());
    const issued = await managers.create({ username, email: null, role: 'manager', permissions: PERMISSIONS });
    return { username: issued.username, password: issued.application_password };
  }

  private logOf(process: string): string {
    return join(LOGS, `${this.name}-${process}.log`);
  }
}
