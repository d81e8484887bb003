import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { localUrl } from './local-url.js';
import { stopAtEnd } from './stop-at-end.js';

/** The stage of a statement: `asked` before the server gets it, `answered` before its response is passed on. */
export interface Statement {
  readonly moment: 'asked' | 'answered';
  /** The statements that travel together, without the start of the transaction. */
  readonly sql: string;
  /** The previous statements of the transaction; empty outside of one. */
  readonly before: readonly string[];
  /** Counts the connections to the proxy, from 1. */
  readonly connection: number;
}

export interface DatabaseRefusal {
  readonly errno: number;
  readonly sqlState: string;
  readonly message: string;
}

/**
 * Undefined passes the statement on, `drop` closes the connection; an error is returned instead of calling the server, and `instead` is sent
 * to it in place of the statement.
 */
export type Verdict = DatabaseRefusal | { readonly instead: string } | 'drop' | undefined;

/** Awaited, so that a test can act at exactly this point. */
export type StatementWatch = (statement: Statement) => Verdict | Promise<Verdict>;

const HEADER_BYTES = 4;
const COM_QUERY = 0x03;
const ERROR_PACKET = 0xff;
/** MySQL 8 lets a client put attributes before the statement: none, in one set. */
const NO_ATTRIBUTES = Buffer.from([0, 1]);
/** Statements travel together; the start of a transaction comes first. */
const START = /^(?:ROLLBACK;)?START TRANSACTION(?:;|$)/;

/**
 * A proxy between a client and a MySQL-compatible server that parses the client's commands. Both are real processes, so it
 * can simulate any network or server failure.
 */
export class StatementProxy {
  watch: StatementWatch | null = null;
  /** Passes nothing on in either direction and keeps all connections, also new ones, as a network that loses every packet. */
  isSilent = false;
  private readonly lines = new Set<Line>();
  /** How many connections there have been. */
  connections = 0;
  private port = 0;

  private readonly server = createServer((client) => {
    this.connections += 1;
    const line = new Line(
      client,
      connect(this.to),
      this.connections,
      (statement) => this.watch?.(statement),
      () => this.isSilent,
    );
    this.lines.add(line);
    client.once('close', () => this.lines.delete(line));
  });

  private constructor(private readonly to: { readonly host: string; readonly port: number }) {}

  /** @param url of the server, with its port. */
  static async before(url: string): Promise<StatementProxy> {
    const { hostname, port } = new URL(url);
    const proxy = stopAtEnd(new StatementProxy({ host: hostname, port: Number(port) }));
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    proxy.port = (proxy.server.address() as AddressInfo).port;
    return proxy;
  }

  /** The URL through the proxy. */
  through(url: string): string {
    return localUrl(url, this.port);
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const line of this.lines) line.end();
    await closed;
  }
}

/** One connection. A client sends the next command after the response, so there is one at a time. */
class Line {
  private buffered = Buffer.alloc(0);
  private transaction: string[] | null = null;
  private awaited: Statement | null = null;
  private toServer = Promise.resolve();
  private toClient = Promise.resolve();

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly connection: number,
    private readonly watch: (statement: Statement) => Verdict | Promise<Verdict>,
    private readonly isSilent: () => boolean,
  ) {
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => other.destroy());
    }
    client.on('data', (chunk) => {
      this.buffered = Buffer.concat([this.buffered, chunk]);
      for (let packet = this.nextPacket(); packet; packet = this.nextPacket()) {
        const whole = packet;
        this.toServer = this.toServer.then(() => this.ask(whole));
      }
    });
    server.on('data', (chunk) => {
      this.toClient = this.toClient.then(() => this.answer(chunk));
    });
  }

  end(): void {
    this.client.destroy();
    this.server.destroy();
  }

  private nextPacket(): Buffer | null {
    if (this.buffered.length < HEADER_BYTES) return null;
    const end = HEADER_BYTES + this.buffered.readUIntLE(0, 3);
    if (this.buffered.length < end) return null;
    const packet = this.buffered.subarray(0, end);
    this.buffered = this.buffered.subarray(end);
    return packet;
  }

  private async ask(packet: Buffer): Promise<void> {
    // Only commands start a sequence; packets of the login do not.
    if (packet[3] === 0 && packet[HEADER_BYTES] === COM_QUERY) {
      const startsAt = HEADER_BYTES + 1 + (packet.indexOf(NO_ATTRIBUTES, HEADER_BYTES) === HEADER_BYTES + 1 ? 2 : 0);
      const text = packet.toString('utf8', startsAt);
      if (START.test(text)) this.transaction = [];
      // Only settings of the connection follow a commit.
      const sql = text.replace(START, '').replace(/^COMMIT;.*$/s, 'COMMIT') || text;
      const { connection } = this;
      const statement = { moment: 'asked', sql, before: [...(this.transaction ?? [])], connection } as const;
      this.follow(sql);
      const verdict = await this.watch(statement);
      if (verdict === 'drop') {
        this.end();
        return;
      }
      if (verdict && 'instead' in verdict) {
        this.server.write(commandPacket(packet.subarray(HEADER_BYTES, startsAt), verdict.instead));
        return;
      }
      if (verdict) {
        if (this.client.writable) this.client.write(errorPacket(verdict));
        return;
      }
      this.awaited = { ...statement, moment: 'answered' };
    }
    if (this.server.writable && !this.isSilent()) this.server.write(packet);
  }

  private async answer(chunk: Buffer): Promise<void> {
    const statement = this.awaited;
    this.awaited = null;
    if (statement && (await this.watch(statement)) === 'drop') {
      this.end();
      return;
    }
    if (this.client.writable && !this.isSilent()) this.client.write(chunk);
  }

  private follow(sql: string): void {
    if (sql === 'COMMIT' || sql === 'ROLLBACK') this.transaction = null;
    else this.transaction?.push(sql);
  }
}

function commandPacket(start: Buffer, sql: string): Buffer {
  const command = Buffer.concat([start, Buffer.from(sql)]);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUIntLE(command.length, 0, 3);
  return Buffer.concat([header, command]);
}

function errorPacket({ errno, sqlState, message }: DatabaseRefusal): Buffer {
  const text = Buffer.from(`#${sqlState}${message}`);
  const packet = Buffer.alloc(HEADER_BYTES + 3 + text.length);
  packet.writeUIntLE(3 + text.length, 0, 3);
  packet.writeUInt8(1, 3);
  packet.writeUInt8(ERROR_PACKET, HEADER_BYTES);
  packet.writeUInt16LE(errno, HEADER_BYTES + 1);
  text.copy(packet, HEADER_BYTES + 3);
  return packet;
}
