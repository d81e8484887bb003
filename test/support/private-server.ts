import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { freePort } from './free-port.js';
import { stopAtEnd } from './stop-at-end.js';
import { waitUntil } from './wait-until.js';

const SERVICES = resolve(__dirname, '../../scripts/services.mjs');

type Kind = 'database' | 'redis';
type Status = Readonly<Record<Kind, { readonly pid?: number }>>;

const VARIABLE = { database: 'DATABASE_URL', redis: 'REDIS_URL' } as const;

/** A database server for one test, which may kill it. It uses the same source as `npm start`. */
export class PrivateServer {
  /** Undefined if it runs in a container. */
  pid: number | undefined;

  private constructor(
    private readonly kind: Kind,
    private readonly folder: string,
  ) {}

  static async start(kind: Kind): Promise<PrivateServer> {
    const folder = mkdtempSync(join(tmpdir(), `carillon-${kind}-`));
    const server = stopAtEnd(new PrivateServer(kind, folder));
    // Of its own: while it is killed, another server would take the preferred port.
    mkdirSync(join(folder, 'services'), { mode: 0o700 });
    writeFileSync(join(folder, 'services', 'state.json'), JSON.stringify({ ports: { [kind]: await freePort() } }));
    await server.start();
    return server;
  }

  get url(): string {
    const variable = VARIABLE[this.kind];
    const addresses = readFileSync(join(this.folder, 'services.env'), 'utf8');
    const url = new RegExp(`^${variable}='(.*)'$`, 'm').exec(addresses)?.[1];
    if (url === undefined) throw new Error(`services.env does not name ${variable}`);
    return url;
  }

  /** Starts it at the same address. */
  async start(): Promise<void> {
    const status = JSON.parse(await this.services('up')) as Status;
    this.pid = status[this.kind].pid;
  }

  /** kill -9. The data on its disk stays. */
  async kill(): Promise<void> {
    const { pid } = this;
    // A container has no local process.
    if (pid === undefined) {
      await this.services('down');
      return;
    }
    process.kill(pid, 'SIGKILL');
    await waitUntil('the killed server has exited', () => !isAlive(pid));
  }

  /**
   * Runs a statement that requires administrator rights. The administrator of a private database logs in through its socket
   * only, with the password of the account.
   */
  async administer(statement: string): Promise<void> {
    const account = await createConnection(this.url);
    const [rows] = await account.query('SELECT @@socket AS socketPath');
    await account.end();
    const [{ socketPath }] = rows as [{ socketPath: string }];
    const { password } = new URL(this.url);
    const root = await createConnection({ socketPath, user: 'root', password: decodeURIComponent(password) });
    await root.query(statement);
    await root.end();
  }

  /** Deletes the data of a killed server. */
  forget(): void {
    rmSync(join(this.folder, 'services', this.kind), { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    await this.services('down');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async services(command: 'up' | 'down'): Promise<string> {
    const env = {
      ...process.env,
      DATABASE_URL: process.env['TEST_DATABASE_URL'] ?? '',
      REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
      // Empty but set: a developer's .env must not name a shared server.
      [VARIABLE[this.kind]]: '',
      DB_BUFFER_POOL: '64M',
      DATA_DIR: this.folder,
    };
    const { stdout } = await promisify(execFile)(process.execPath, [SERVICES, command], { env });
    return stdout;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
