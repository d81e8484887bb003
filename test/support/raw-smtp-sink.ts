import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { reset, SinkMessage, type SmtpReply } from './smtp-sink.js';
import { stopAtEnd } from './stop-at-end.js';

/**
 * The points of an SMTP dialogue at which a script is called: a client has connected, a command was received, the first
 * part of a message was received, the complete message was received and stored (`dot`), its 250 was sent (`accepted`).
 */
export type SmtpMoment = 'connected' | 'ehlo' | 'mail' | 'rcpt' | 'data' | 'body' | 'dot' | 'accepted';

export interface SmtpStep {
  readonly moment: SmtpMoment;
  /** Connections are numbered from 1. */
  readonly connection: number;
  /** Messages of one connection are numbered from 1. */
  readonly message: number;
  readonly sender: string | null;
  readonly recipient: string | null;
}

/** The behavior at one step. By default, the step succeeds immediately. */
export interface SmtpTreatment {
  readonly afterMs?: number;
  /** Replaces the positive reply. The message is not stored. */
  readonly reply?: SmtpReply;
  /** Ends the connection, after the reply if there is one, otherwise without a reply. */
  readonly hangUp?: 'close' | 'reset';
  /** The server received the complete message and loses it. */
  readonly loses?: boolean;
}

/** Awaited, so that a test can act at exactly this point of the dialogue. */
export type SmtpScript = (step: SmtpStep) => SmtpTreatment | undefined | Promise<SmtpTreatment | undefined>;

/** One MAIL FROM and what followed. Times are of the monotonic clock. */
export interface SmtpTransaction {
  readonly connection: number;
  readonly sender: string;
  readonly startedAt: number;
  recipient: string | null;
  endedAt: number | null;
  accepted: boolean;
}

/** A script that holds the dialogue at matching steps until the gate is opened, so that emails stay under way while a test acts. */
export class SmtpGate {
  /** The number of matching steps so far. */
  reached = 0;
  open: () => void = () => undefined;
  private readonly opened = new Promise<undefined>((resolve) => {
    this.open = () => {
      resolve(undefined);
    };
  });

  constructor(private readonly matches: (step: SmtpStep) => boolean) {}

  readonly script: SmtpScript = (step) => {
    if (!this.matches(step)) return undefined;
    this.reached += 1;
    return this.opened;
  };
}

const ACCEPT_ALL: SmtpScript = () => undefined;
const END_OF_MESSAGE = Buffer.from('\r\n.\r\n');
const LINE_END = Buffer.from('\r\n');

/**
 * A mail server with its own SMTP implementation that records every step of the dialogue and can interfere with it. Tests
 * that only need messages use `SmtpSink`, which is simpler.
 */
export class RawSmtpSink {
  /** Every stored message, in the order of the final dots. */
  readonly messages: SinkMessage[] = [];
  readonly transactions: SmtpTransaction[] = [];
  /** Connection times by the monotonic clock. */
  readonly connectedAt: number[] = [];
  mostConnections = 0;
  script: SmtpScript = ACCEPT_ALL;
  private readonly sessions = new Set<Session>();
  private readonly underWay = new Map<string, number>();
  private readonly most = new Map<string, number>();
  private port = 0;

  private readonly server = createServer((socket) => {
    this.connectedAt.push(performance.now());
    const session = new Session(socket, this.connectedAt.length, this);
    this.sessions.add(session);
    this.mostConnections = Math.max(this.mostConnections, this.sessions.size);
    socket.once('close', () => {
      this.sessions.delete(session);
      session.abandon();
    });
    void session.serve();
  });

  static async start(): Promise<RawSmtpSink> {
    const sink = stopAtEnd(new RawSmtpSink());
    await sink.accept();
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** The maximum number of concurrent messages to one domain, between RCPT TO and the final reply. */
  mostAtOnce(domain: string): number {
    return this.most.get(domain) ?? 0;
  }

  /** The number of concurrent messages to one domain at this moment. */
  underWayTo(domain: string): number {
    return this.underWay.get(domain) ?? 0;
  }

  /** The number of open connections. */
  get connections(): number {
    return this.sessions.size;
  }

  /** The number of copies of a message that each address was sent. */
  get copies(): ReadonlyMap<string, number> {
    const copies = new Map<string, number>();
    for (const { envelope } of this.messages)
      for (const address of envelope.to) copies.set(address, (copies.get(address) ?? 0) + 1);
    return copies;
  }

  /** Stops listening and closes open connections: clients see ECONNREFUSED. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const { socket } of this.sessions) reset(socket);
    await closed;
  }

  /** Listens (again), always on the same port. */
  async accept(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.port, '127.0.0.1', () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Resets all records and accepts everything. Connections and their numbers stay. */
  reset(): void {
    this.messages.length = 0;
    this.transactions.length = 0;
    this.script = ACCEPT_ALL;
    this.mostConnections = this.sessions.size;
    this.most.clear();
  }

  async stop(): Promise<void> {
    if (this.server.listening) await this.refuse();
  }

  /** Called by sessions: a transaction has its recipient. */
  countIn(recipient: string): void {
    const domain = domainOf(recipient);
    const now = this.underWayTo(domain) + 1;
    this.underWay.set(domain, now);
    this.most.set(domain, Math.max(this.most.get(domain) ?? 0, now));
  }

  /** Called by sessions: a transaction has ended. */
  countOut(recipient: string): void {
    const domain = domainOf(recipient);
    this.underWay.set(domain, (this.underWay.get(domain) ?? 1) - 1);
  }
}

/** One connection. Pipelined commands are processed sequentially. */
class Session {
  private buffer = Buffer.alloc(0);
  private arrived: (() => void) | null = null;
  private over = false;
  private stopsAfterChunk = false;
  private current: SmtpTransaction | null = null;
  private startedCount = 0;

  constructor(
    readonly socket: Socket,
    private readonly connection: number,
    private readonly sink: RawSmtpSink,
  ) {
    socket.setNoDelay(true);
    // Connections that tests break on purpose raise errors here.
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      this.buffer = Buffer.concat([this.buffer, chunk]);
      if (this.stopsAfterChunk) socket.pause();
      this.wake();
    });
    socket.once('end', () => {
      this.over = true;
      this.wake();
    });
  }

  abandon(): void {
    this.over = true;
    this.end(false);
    this.wake();
  }

  async serve(): Promise<void> {
    if (!(await this.take('connected', '220 sink ESMTP'))) return;
    for (;;) {
      const line = await this.readTo(LINE_END);
      if (line === null) return;
      const text = line.toString('latin1').trim();
      const verb = text.slice(0, 4).toUpperCase();
      if (verb === 'EHLO' || verb === 'HELO') await this.take('ehlo', '250-sink', '250-8BITMIME', '250 SMTPUTF8');
      else if (verb === 'MAIL') await this.mail(addressIn(text));
      else if (verb === 'RCPT') await this.recipient(addressIn(text));
      else if (verb === 'DATA') await this.data();
      else if (verb === 'RSET') {
        this.end(false);
        this.say('250 2.0.0 OK');
      } else if (verb === 'NOOP') this.say('250 2.0.0 OK');
      else if (verb === 'QUIT') {
        this.say('221 2.0.0 Bye');
        this.socket.end();
        return;
      } else this.say('502 5.5.1 Unknown');
    }
  }

  private async mail(sender: string): Promise<void> {
    this.end(false);
    this.startedCount += 1;
    this.current = {
      ...{ connection: this.connection, sender, startedAt: performance.now() },
      ...{ recipient: null, endedAt: null, accepted: false },
    };
    this.sink.transactions.push(this.current);
    if (!(await this.take('mail', '250 2.1.0 OK'))) this.end(false);
  }

  private async recipient(address: string): Promise<void> {
    if (!this.current) {
      this.say('503 5.5.1 MAIL first');
      return;
    }
    if (this.current.recipient === null) this.sink.countIn(address);
    this.current.recipient = address;
    if (!(await this.take('rcpt', '250 2.1.5 OK'))) this.end(false);
  }

  private async data(): Promise<void> {
    const transaction = this.current;
    if (!transaction?.recipient) {
      this.say('503 5.5.1 RCPT first');
      return;
    }
    this.stopsAfterChunk = true;
    if (!(await this.take('data', '354 Go on'))) {
      this.stopsAfterChunk = false;
      this.end(false);
      return;
    }
    // Reading is paused, so a message that is larger than the buffers has not arrived completely.
    if (!(await this.something())) return;
    const inside = await this.ask('body');
    this.stopsAfterChunk = false;
    this.socket.resume();
    if (inside?.hangUp) {
      this.hangUp(inside.hangUp);
      return;
    }
    const body = await this.readTo(END_OF_MESSAGE);
    if (body === null) return;
    const message = new SinkMessage({ from: transaction.sender, to: [transaction.recipient] }, unstuffed(body));
    const treatment = await this.ask('dot', () => {
      this.sink.messages.push(message);
    });
    if (treatment?.reply || treatment?.loses) this.sink.messages.splice(this.sink.messages.indexOf(message), 1);
    const kept = this.apply(treatment, `250 2.0.0 queued as ${this.sink.messages.length}`);
    this.end(kept);
    if (kept) this.apply(await this.ask('accepted'));
  }

  /** Runs the script and replies accordingly. @returns whether the reply was positive. */
  private async take(moment: SmtpMoment, ...yes: readonly string[]): Promise<boolean> {
    return this.apply(await this.ask(moment), ...yes);
  }

  private async ask(moment: SmtpMoment, before?: () => void): Promise<SmtpTreatment | undefined> {
    before?.();
    const { sender = null, recipient = null } = this.current ?? {};
    const treatment = await this.sink.script({
      ...{ moment, connection: this.connection, message: this.startedCount, sender, recipient },
    });
    if (treatment?.afterMs) await sleep(treatment.afterMs);
    return treatment;
  }

  private apply(treatment: SmtpTreatment | undefined, ...yes: readonly string[]): boolean {
    const { reply, hangUp } = treatment ?? {};
    if (reply) this.say(`${reply.code} ${reply.text}`);
    else if (!hangUp) for (const line of yes) this.say(line);
    if (hangUp) this.hangUp(hangUp);
    return !reply && !hangUp;
  }

  private say(line: string): void {
    if (this.socket.writable) this.socket.write(`${line}\r\n`);
  }

  private hangUp(how: 'close' | 'reset'): void {
    this.over = true;
    if (how === 'reset') reset(this.socket);
    else this.socket.end();
  }

  private end(accepted: boolean): void {
    const transaction = this.current;
    if (!transaction) return;
    this.current = null;
    transaction.accepted = accepted;
    transaction.endedAt = performance.now();
    if (transaction.recipient !== null) this.sink.countOut(transaction.recipient);
  }

  /** Returns the bytes before the next delimiter; null if the client has disconnected. */
  private async readTo(mark: Buffer): Promise<Buffer | null> {
    for (;;) {
      const at = this.buffer.indexOf(mark);
      if (at !== -1) {
        const found = this.buffer.subarray(0, at);
        this.buffer = this.buffer.subarray(at + mark.length);
        return found;
      }
      if (!(await this.more())) return null;
    }
  }

  private async something(): Promise<boolean> {
    return this.buffer.length > 0 || this.more();
  }

  private async more(): Promise<boolean> {
    if (this.over) return false;
    await new Promise<void>((resolve) => {
      this.arrived = resolve;
    });
    return this.buffer.length > 0;
  }

  private wake(): void {
    this.arrived?.();
    this.arrived = null;
  }
}

/** Removes dot stuffing: RFC 5321 section 4.5.2. */
function unstuffed(body: Buffer): Buffer {
  return Buffer.from(body.toString('latin1').replaceAll('\r\n..', '\r\n.'), 'latin1');
}

function addressIn(command: string): string {
  return /<([^>]*)>/.exec(command)?.[1] ?? '';
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** Defers every RCPT TO of an address for this long after the first one. */
export function greylisting(forMs: number): SmtpScript {
  const firstSeen = new Map<string, number>();
  return ({ moment, recipient }) => {
    if (moment !== 'rcpt' || recipient === null) return undefined;
    const first = firstSeen.get(recipient) ?? performance.now();
    firstSeen.set(recipient, first);
    if (performance.now() - first >= forMs) return undefined;
    return { reply: { code: 450, text: '4.7.1 Greylisted, come back later' } };
  };
}
