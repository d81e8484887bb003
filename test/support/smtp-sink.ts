import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { stopAtEnd } from './stop-at-end.js';

/** A reply of the server; e.g. `{ code: 550, text: '5.1.1 No such user' }`. */
export interface SmtpReply {
  readonly code: number;
  readonly text: string;
}

export type SmtpStage = 'greeting' | 'sender' | 'recipient' | 'data';

/** The behavior of the sink towards clients. By default everything succeeds. */
export interface SmtpBehaviour {
  /** Replaces the greeting and closes the connection; e.g. 421. */
  readonly greeting?: SmtpReply;
  readonly sender?: SmtpReply;
  /** By address, or by a function. */
  readonly recipients?: Readonly<Record<string, SmtpReply>> | ((address: string) => SmtpReply | undefined);
  /** The reply after the final dot. */
  readonly data?: SmtpReply;
  /** The delay of a stage in milliseconds. */
  readonly delay?: Readonly<Partial<Record<SmtpStage, number>>>;
  /**
   * Resets the connection: while the message is in transit, or after its final dot instead of a reply. In that case the
   * server has stored the message or lost it, and the client cannot know which.
   */
  readonly reset?: 'during_data' | 'after_data_kept' | 'after_data_lost';
}

export class SinkMessage {
  private email: Promise<Email> | null = null;

  constructor(
    readonly envelope: { readonly from: string; readonly to: readonly string[] },
    readonly raw: Buffer,
  ) {}

  parsed(): Promise<Email> {
    this.email ??= PostalMime.parse(this.raw);
    return this.email;
  }

  async header(name: string): Promise<string | undefined> {
    return (await this.parsed()).headers.find(({ key }) => key === name.toLowerCase())?.value;
  }
}

class Refusal extends Error {
  readonly responseCode: number;

  constructor({ code, text }: SmtpReply) {
    super(text);
    this.responseCode = code;
  }
}

/** A mail server for tests: it stores messages and behaves as configured. */
export class SmtpSink {
  /** Every accepted message, in the order of acceptance. */
  readonly messages: SinkMessage[] = [];
  /** Every address of a RCPT TO, refused ones included. */
  readonly recipientsSeen: string[] = [];
  /** The number of connections. */
  connections = 0;
  private behavior: SmtpBehaviour = {};
  private readonly once: SmtpBehaviour[] = [];
  private readonly current = new WeakMap<SMTPServerSession, SmtpBehaviour>();
  private readonly sockets = new Map<number, Socket>();
  private readonly server: SMTPServer;
  private port = 0;

  private constructor() {
    this.server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      authOptional: true,
      disableReverseLookup: true,
      closeTimeout: 1,
      onConnect: (session, callback) => {
        this.answer('greeting', this.behaviorOf(session), this.behaviorOf(session).greeting, callback);
      },
      onMailFrom: (_address, session, callback) => {
        const behavior = this.nextTransaction(session);
        this.answer('sender', behavior, behavior.sender, callback);
      },
      onRcptTo: ({ address }, session, callback) => {
        this.recipientsSeen.push(address);
        const { recipients } = this.behaviorOf(session);
        const reply = typeof recipients === 'function' ? recipients(address) : recipients?.[address];
        this.answer('recipient', this.behaviorOf(session), reply, callback);
      },
      onData: (stream, session, callback) => {
        void this.receive(stream, session, callback);
      },
    });
    // Connections that tests break on purpose raise errors here.
    this.server.on('error', () => undefined);
    this.server.server.on('connection', (socket: Socket) => {
      const { remotePort = 0 } = socket;
      this.connections += 1;
      this.sockets.set(remotePort, socket);
      socket.once('close', () => this.sockets.delete(remotePort));
    });
  }

  static async start(): Promise<SmtpSink> {
    const sink = stopAtEnd(new SmtpSink());
    await sink.accept();
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Sets the behavior until the next call; `behave({})` accepts everything. */
  behave(behavior: SmtpBehaviour): void {
    this.behavior = behavior;
    this.once.length = 0;
  }

  /** For the next message only (or the next connection, for the greeting). May be called repeatedly. */
  behaveOnce(behavior: SmtpBehaviour): void {
    this.once.push(behavior);
  }

  /** Stops listening and closes open connections: clients see ECONNREFUSED. */
  async refuse(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.server.server.close(() => {
        resolve();
      });
    });
    for (const socket of this.sockets.values()) reset(socket);
    await closed;
  }

  /** Listens (again), always on the same port. */
  async accept(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.server.once('error', reject);
      this.server.listen(this.port, '127.0.0.1', () => {
        this.server.server.off('error', reject);
        resolve();
      });
    });
    this.port = (this.server.server.address() as AddressInfo).port;
  }

  /** Resets messages, counters, and behavior. */
  reset(): void {
    this.messages.length = 0;
    this.recipientsSeen.length = 0;
    this.connections = 0;
    this.behave({});
  }

  async stop(): Promise<void> {
    if (this.server.server.listening) await this.refuse();
  }

  private behaviorOf(session: SMTPServerSession): SmtpBehaviour {
    const known = this.current.get(session);
    if (known) return known;
    const next = this.once[0]?.greeting ? this.once.shift() : undefined;
    const behavior = next ?? this.behavior;
    this.current.set(session, behavior);
    return behavior;
  }

  /** A connection may carry many messages; the behavior is chosen at the start of each. */
  private nextTransaction(session: SMTPServerSession): SmtpBehaviour {
    const behavior = this.once.shift() ?? this.behavior;
    this.current.set(session, behavior);
    return behavior;
  }

  private answer(
    stage: SmtpStage,
    behavior: SmtpBehaviour,
    refusal: SmtpReply | undefined,
    callback: (error?: Error | null) => void,
  ): void {
    void sleep(behavior.delay?.[stage] ?? 0).then(() => {
      callback(refusal ? new Refusal(refusal) : null);
    });
  }

  private async receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    callback: (error?: Error | null, message?: string) => void,
  ): Promise<void> {
    const behavior = this.behaviorOf(session);
    const envelope = {
      from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
      to: session.envelope.rcptTo.map(({ address }) => address),
    };
    const socket = this.sockets.get(session.remotePort);
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => {
      if (behavior.reset === 'during_data' && socket) reset(socket);
      chunks.push(chunk);
    });
    const isWhole = await new Promise<boolean>((resolve) => {
      const broken = (): void => {
        resolve(false);
      };
      socket?.once('close', broken);
      stream.once('end', () => {
        // A connection carries many messages, and each would leave a listener behind.
        socket?.off('close', broken);
        resolve(true);
      });
    });
    if (!isWhole || behavior.reset === 'during_data') return;
    const lost = behavior.data !== undefined || behavior.reset === 'after_data_lost';
    await sleep(behavior.delay?.data ?? 0);
    if (!lost) this.messages.push(new SinkMessage(envelope, Buffer.concat(chunks)));
    if (behavior.reset) {
      if (socket) reset(socket);
    } else if (behavior.data) callback(new Refusal(behavior.data));
    else callback(null, `queued as ${this.messages.length}`);
  }
}

/** A socket that is reset while it shuts down, because the client has gone, would never close. */
export function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
