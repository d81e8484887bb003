import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freePort } from './free-port.js';
import { localUrl } from './local-url.js';
import { PrivateServer } from './private-server.js';
import { stopAtEnd } from './stop-at-end.js';
import { temporaryFolder } from './temporary-folder.js';
import { waitUntil } from './wait-until.js';

/** Options that differ between the servers of a group. */
const OWN = /^--(datadir|pid-file|socket|port|skip-log-bin)\b/;

export interface Origin {
  readonly url: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly data: string;
}

/** Returns how the private server of `npm start` runs, and its data, with the accounts that all servers of a group have. */
export async function privateServer(): Promise<Origin> {
  const server = await PrivateServer.start('database');
  const { url, pid } = server;
  const from = (name: string): string[] => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0').filter(Boolean);
  const [program = '', ...args] = from('cmdline');
  const env = Object.fromEntries(from('environ').map((line) => line.split(/=(.*)/s) as [string, string]));
  await server.kill();
  const data = args.find((arg) => arg.startsWith('--datadir='))?.slice('--datadir='.length) ?? '';
  return { url, program, args: args.filter((arg) => !OWN.test(arg)), env, data };
}

interface NodeOptions {
  readonly port?: number;
  readonly isEmpty?: boolean;
  /** Options of the first start. */
  readonly once?: readonly string[];
  /** The user that runs it, if not the caller. */
  readonly owner?: string;
}

/** A database server of a group. It can be killed and started again. */
export class DatabaseNode {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly origin: Origin,
    readonly port: number,
    private readonly folder: string,
    private readonly options: readonly string[],
  ) {}

  /** @param options `isEmpty`: it gets its data from another server. */
  static async start(
    origin: Origin,
    options: readonly string[],
    { port, isEmpty = false, owner, once = [] }: NodeOptions = {},
  ): Promise<DatabaseNode> {
    const folder = temporaryFolder('node');
    if (isEmpty) mkdirSync(join(folder, 'data'));
    else cpSync(origin.data, join(folder, 'data'), { recursive: true });
    // The identity of a server of MySQL.
    rmSync(join(folder, 'data', 'auto.cnf'), { force: true });
    if (owner !== undefined) execFileSync('chown', ['-R', owner, folder]);
    const node = new DatabaseNode(origin, port ?? (await freePort()), folder, options);
    stopAtEnd({ stop: () => node.kill() });
    await node.start(...once);
    return node;
  }

  get url(): string {
    return localUrl(this.origin.url, this.port);
  }

  /** @param once options for this start. */
  async start(...once: readonly string[]): Promise<void> {
    const { program, args, env } = this.origin;
    const own = [
      ...[`--datadir=${join(this.folder, 'data')}`, `--pid-file=${join(this.folder, 'pid')}`],
      ...[`--socket=${this.socketPath}`, `--port=${this.port}`],
    ];
    this.child = spawn(program, [...args, ...own, ...this.options, ...once], { env, stdio: 'ignore' });
    await waitUntil('the server answers', () =>
      this.run('SELECT 1').then(
        () => true,
        () => false,
      ),
    );
  }

  /** Removes the data of a killed server. */
  forget(): void {
    const data = join(this.folder, 'data');
    for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
  }

  /** It hangs, and its connections stay open. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  /** kill -9. Its data stays. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** Runs statements one after the other as the administrator. @returns the rows of the last. */
  async run(...statements: readonly string[]): Promise<RowDataPacket[]> {
    const password = decodeURIComponent(new URL(this.origin.url).password);
    const connection = await createConnection({ socketPath: this.socketPath, user: 'root', password });
    try {
      let rows: unknown = [];
      for (const statement of statements) [rows] = await connection.query(statement);
      return rows as RowDataPacket[];
    } finally {
      connection.destroy();
    }
  }

  private get socketPath(): string {
    return join(this.folder, 'db');
  }
}

/** The statements and options of replication that differ. */
const REPLICATION = {
  mariadb: {
    options: ['--log-slave-updates', '--slave-net-timeout=4'],
    statement: 'CHANGE MASTER TO',
    prefix: 'MASTER',
    position: 'MASTER_USE_GTID = slave_pos',
  },
  mysql: {
    options: ['--gtid-mode=ON', '--enforce-gtid-consistency', '--replica-net-timeout=4'],
    statement: 'CHANGE REPLICATION SOURCE TO',
    prefix: 'SOURCE',
    position: 'SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1',
  },
} as const;

/** A primary and a replica with asynchronous replication. */
export class ReplicationGroup {
  private constructor(
    readonly primary: DatabaseNode,
    readonly replica: DatabaseNode,
    private readonly words: (typeof REPLICATION)[keyof typeof REPLICATION],
  ) {}

  static async start(): Promise<ReplicationGroup> {
    const origin = await privateServer();
    // The program may be started by a loader.
    const isMySql = [origin.program, ...origin.args].some((each) => each.endsWith('/mysqld'));
    const words = REPLICATION[isMySql ? 'mysql' : 'mariadb'];
    const server = (id: number, ...options: string[]): Promise<DatabaseNode> =>
      DatabaseNode.start(origin, [`--server-id=${id}`, '--log-bin=log', ...words.options, ...options]);
    const group = new ReplicationGroup(await server(1), await server(2, '--read-only'), words);
    const user = `copy@'127.0.0.1'`;
    await group.primary.run(`CREATE USER ${user} IDENTIFIED BY 'copy'`, `GRANT REPLICATION SLAVE ON *.* TO ${user}`);
    await group.follow({ delaySeconds: 0 });
    return group;
  }

  /** @param delaySeconds how long the replica waits before it applies a transaction. */
  async follow({ delaySeconds }: { readonly delaySeconds: number }): Promise<void> {
    const { statement, prefix, position } = this.words;
    const login = { HOST: `'127.0.0.1'`, PORT: this.primary.port, USER: `'copy'`, PASSWORD: `'copy'` };
    const source = Object.entries({ ...login, CONNECT_RETRY: 1, DELAY: delaySeconds });
    const options = source.map(([name, value]) => `${prefix}_${name} = ${value}`);
    await this.replica.run('STOP REPLICA', `${statement} ${options.join(', ')}, ${position}`, 'START REPLICA');
  }

  /** The replica becomes the primary, without the transactions that it has not applied. */
  async promote(): Promise<void> {
    await this.replica.run('STOP REPLICA', 'RESET REPLICA ALL', 'SET GLOBAL read_only = OFF');
  }
}
