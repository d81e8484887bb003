import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Pool, PoolConnection } from 'mysql2';
import { isRefusedByServer } from '../errors/database-errors.js';
import { runText } from './statement-queue.js';

/** Tells servers behind one address apart: nodes of a Galera cluster may have the same `server_id`. */
export const SERVER = `CONCAT_WS(':', @@server_id, @@hostname, @@port)`;
export const SERVER_COLUMNS = `${SERVER} AS server, @@read_only AS isReadOnly`;
export const SERVER_QUERY = `SELECT ${SERVER_COLUMNS}`;

export interface Server {
  readonly server: string;
  readonly isReadOnly: number;
}

const CHECK_EVERY_MS = 1_000;
/** A statement that runs for this long may wait for a server that is gone without closing its connections. */
const SUSPICIOUS_MS = 3_000;
const PROBE_TIMEOUT_MS = 5_000;
/** Divides it. The timeout is counted in ticks of the event loop, because a stalled process has not read answers that have arrived. */
const TICK_MS = 100;
/** Behind an address that leads to several servers at once, the connections are replaced at most this often. */
const LEAST_PAUSE_MS = 10_000;
/** The server, or a proxy before it, may be about to close a connection that was idle for longer. */
const MAX_IDLE_MS = 30_000;

/** Undocumented members of the driver. All answers pass through `handlePacket`. */
interface Internals {
  handlePacket(packet?: Packet): void;
  readonly stream: Socket;
}

interface Packet {
  readonly buffer: Buffer;
  readonly offset: number;
  isError(): boolean;
}

/** The number follows the byte that marks an error. */
const numberOf = ({ buffer, offset }: Packet): number => buffer.readUInt16LE(offset + 1);

const streamOf = (connection: PoolConnection): Socket => (connection as unknown as Internals).stream;

/**
 * Replaces the connections of a pool whose server takes no writes any more: new ones lead to the server that has taken over. Three signs:
 * a statement is refused; the server is read-only, which one connection asks every second while the pool is used; statements get no
 * answer, and a new connection reaches no server, or another one.
 */
export class ServerWatch {
  private generation = 0;
  private server: string | null = null;
  private checkedAt = 0;
  private changedAt = -LEAST_PAUSE_MS;
  private isProbing = false;
  private readonly generations = new WeakMap<PoolConnection, number>();
  private readonly idleSince = new WeakMap<PoolConnection, number>();
  private readonly inUse = new Map<PoolConnection, number>();

  /**
   * @param connect opens a connection outside of the pool, without a timeout.
   * @param isReplica whether the server is read-only by purpose.
   */
  constructor(
    pool: Pool,
    private readonly connect: () => Connection,
    private readonly isReplica = false,
  ) {
    pool.on('release', (connection) => {
      this.inUse.delete(connection);
      this.idleSince.set(connection, performance.now());
    });
    const timer = setInterval(() => void this.findSilence(), CHECK_EVERY_MS).unref();
    const end = pool.end.bind(pool);
    pool.end = ((...args: Parameters<typeof end>) => {
      clearInterval(timer);
      end(...args);
    }) as typeof pool.end;
  }

  /** Takes a connection that leaves the pool. @returns whether it may be used, which it must be asked at times; null for a new one. */
  lend(connection: PoolConnection): boolean | null | Promise<boolean> {
    const now = performance.now();
    this.inUse.set(connection, now);
    const generation = this.generations.get(connection);
    if (generation === undefined) return null;
    if (generation !== this.generation || now - (this.idleSince.get(connection) ?? now) > MAX_IDLE_MS) return false;
    if (now - this.checkedAt < CHECK_EVERY_MS) return true;
    this.checkedAt = now;
    return this.isWritable(connection);
  }

  /** Takes a new connection, whose server has answered. */
  add(connection: PoolConnection, { server }: Server): void {
    const now = performance.now();
    if (this.server !== null && server !== this.server && now - this.changedAt > LEAST_PAUSE_MS) {
      this.changedAt = now;
      this.generation += 1;
    }
    this.server = server;
    this.checkedAt = now;
    const own = this.generation;
    this.generations.set(connection, own);
    const internals = connection as unknown as Internals;
    const handle = internals.handlePacket.bind(connection);
    // A wrapper of each statement's callback would link all results, which V8 then frees only in a full garbage collection.
    internals.handlePacket = (packet) => {
      if (packet?.isError() === true && own === this.generation && isRefusedByServer({ errno: numberOf(packet) }))
        this.generation += 1;
      handle(packet);
    };
  }

  private async isWritable(connection: PoolConnection): Promise<boolean> {
    try {
      const [found] = await runText<[Server]>(connection, SERVER_QUERY);
      if (found.isReadOnly === 0 || this.isReplica) return true;
      this.generation += 1;
    } catch {
      // The connection is lost; the others may not be.
    }
    return false;
  }

  /** Ends what waits for a server that is gone. A server that answers a new connection is only slow. */
  private async findSilence(): Promise<void> {
    const before = performance.now() - SUSPICIOUS_MS;
    for (const connection of this.inUse.keys()) if (streamOf(connection).destroyed) this.inUse.delete(connection);
    const waiting = [...this.inUse].filter(([, since]) => since < before).map(([connection]) => connection);
    if (waiting.length === 0 || this.isProbing) return;
    this.isProbing = true;
    const isThere = await this.answers();
    this.isProbing = false;
    if (isThere) return;
    this.generation += 1;
    for (const connection of waiting.filter((one) => this.inUse.has(one)))
      streamOf(connection).destroy(
        Object.assign(new Error('The database server does not answer'), { code: 'ECONNRESET' }),
      );
  }

  private async answers(): Promise<boolean> {
    const connection = this.connect();
    const silence = ticks(PROBE_TIMEOUT_MS / TICK_MS);
    // Without a handler, an error of the connection would end the process.
    connection.on('error', () => undefined);
    try {
      const found = await Promise.race([runText<[Server]>(connection, SERVER_QUERY), silence]);
      return found !== false && found[0].server === this.server;
    } catch (error) {
      // Any answer of a server, such as too many connections.
      return typeof (error as { sqlState?: unknown }).sqlState === 'string' && !isRefusedByServer(error);
    } finally {
      connection.destroy();
    }
  }
}

async function ticks(count: number): Promise<false> {
  for (let tick = 0; tick < count; tick += 1) await sleep(TICK_MS, undefined, { ref: false });
  return false;
}
