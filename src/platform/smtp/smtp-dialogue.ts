import { createHmac } from 'node:crypto';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { BlockedAddressError, checkedLookup, resolveBySystem } from '../outbound-http/guarded-connector.js';
import type { MailServer } from './mail-server.js';

/** An answer of a mail server (RFC 5321 section 4.2): its code and all of its lines. */
export interface SmtpAnswer {
  readonly code: number;
  /** As it came, lines joined by a blank, each with its code. */
  readonly text: string;
  /** Without their codes. */
  readonly lines: readonly string[];
}

/** The server said no. */
export class SmtpRefusal extends Error {
  constructor(readonly answer: SmtpAnswer) {
    super(answer.text);
  }
}

/** How long a server may take; what RFC 5321 section 4.5.3.2 asks for unless somebody waits for the answer. */
export interface Patience {
  readonly connectMs: number;
  readonly greetingMs: number;
  /** Of every answer, the one to the final dot being the slowest. */
  readonly replyMs: number;
}

export const PATIENT: Patience = { connectMs: 30_000, greetingMs: 300_000, replyMs: 600_000 };

const LONGEST_ANSWER = 64 * 1024;
const CRLF = '\r\n';

interface Listener {
  answered(answer: SmtpAnswer): void;
  failed(error: Error): void;
}

/**
 * The client's side of RFC 5321 on one connection: commands go out, answers come back in their order. Several commands
 * may be on their way at a time where the server allows it (PIPELINING, RFC 2920).
 */
export class SmtpDialogue {
  /** Upper-case keywords of the EHLO answer with their parameters; empty for a server that knows none. */
  extensions: ReadonlyMap<string, string> = new Map();
  private socket: Socket;
  private readonly listeners: Listener[] = [];
  private received = '';
  private lines: string[] = [];
  private failure: Error | null = null;

  private constructor(
    socket: Socket,
    private readonly patience: Patience,
    private readonly onEnd: () => void,
  ) {
    this.socket = socket;
    this.attach(socket);
  }

  /**
   * Connects and greets, with TLS where the server has it. Certificates are always verified; NODE_EXTRA_CA_CERTS names
   * authorities of one's own.
   * @param onEnd called once, when the connection has ended, whoever ended it.
   * @throws SmtpRefusal when the server answers no, Error when there is no answer.
   */
  static async open(
    server: MailServer,
    patience: Patience,
    onEnd: () => void,
    quit: AbortSignal | undefined,
  ): Promise<SmtpDialogue> {
    const socket = await connected(server, patience.connectMs, quit);
    const dialogue = new SmtpDialogue(socket, patience, onEnd);
    const giveUp = (): void => {
      dialogue.fail(new Error('nobody wants the line any more'));
    };
    quit?.addEventListener('abort', giveUp, { once: true });
    try {
      expectGood(await dialogue.next(patience.greetingMs));
      await dialogue.greet();
      if (!server.secure && !server.ignoreTls && (server.requireTls || dialogue.extensions.has('STARTTLS')))
        await dialogue.startTls(server.host);
      return dialogue;
    } catch (error) {
      dialogue.close();
      throw error;
    } finally {
      quit?.removeEventListener('abort', giveUp);
    }
  }

  /** @throws SmtpRefusal for a wrong password, Error for a server that knows none of our ways to log in. */
  async login({ username, password }: { readonly username: string; readonly password: string }): Promise<void> {
    const ways = (this.extensions.get('AUTH') ?? '').toUpperCase().split(/\s+/);
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    if (ways.includes('PLAIN')) expectGood(await this.ask(`AUTH PLAIN ${base64(`\0${username}\0${password}`)}`));
    else if (ways.includes('LOGIN')) {
      expectGood(await this.ask('AUTH LOGIN'), 334);
      expectGood(await this.ask(base64(username)), 334);
      expectGood(await this.ask(base64(password)));
    } else if (ways.includes('CRAM-MD5')) {
      const challenge = expectGood(await this.ask('AUTH CRAM-MD5'), 334);
      const nonce = Buffer.from(challenge.lines.join(''), 'base64');
      const proof = createHmac('md5', password).update(nonce).digest('hex');
      expectGood(await this.ask(base64(`${username} ${proof}`)));
    } else throw new Error('the server offers no way to log in that is known here (PLAIN, LOGIN, CRAM-MD5)');
  }

  /** False once the connection is gone, or good for nothing. */
  get isUsable(): boolean {
    return this.failure === null;
  }

  /** Whether nobody on the way can read along. */
  get isEncrypted(): boolean {
    return this.socket instanceof TLSSocket;
  }

  /** Sends one command and waits for its answer, whatever it is. @throws Error when none comes. */
  async ask(command: string, timeoutMs = this.patience.replyMs): Promise<SmtpAnswer> {
    this.write(command + CRLF);
    return this.next(timeoutMs);
  }

  /** Bytes as they are, in one go. `done` is called when the operating system has taken them all. */
  write(bytes: string | readonly Buffer[], done?: () => void): void {
    if (this.failure) return;
    if (typeof bytes === 'string') {
      this.socket.write(bytes, 'latin1');
      return;
    }
    this.socket.cork();
    for (const [index, piece] of bytes.entries())
      this.socket.write(piece, (error) => {
        if (!error && index === bytes.length - 1) done?.();
      });
    this.socket.uncork();
  }

  /** The next answer; answers come in the order of the commands. */
  next(timeoutMs = this.patience.replyMs): Promise<SmtpAnswer> {
    return new Promise((resolve, reject) => {
      if (this.failure) {
        reject(this.failure);
        return;
      }
      this.socket.setTimeout(timeoutMs);
      this.listeners.push({ answered: resolve, failed: reject });
    });
  }

  /** Cuts the connection; whoever waits for an answer gets this error. */
  fail(error: Error): void {
    if (this.failure) return;
    this.failure = error;
    this.socket.destroy();
    for (const listener of this.listeners.splice(0)) listener.failed(error);
  }

  close(): void {
    this.fail(new Error('closed'));
  }

  private attach(socket: Socket): void {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.take(chunk.toString('latin1'));
    });
    socket.on('timeout', () => {
      // Between mails nobody waits for anything.
      if (this.listeners.length > 0) this.fail(new Error('ETIMEDOUT: no answer in time'));
    });
    socket.on('error', (error) => {
      this.fail(error);
    });
    socket.on('close', () => {
      if (socket !== this.socket) return;
      this.fail(new Error('ECONNRESET: the server ended the connection'));
      this.onEnd();
    });
  }

  private take(text: string): void {
    this.received += text;
    for (;;) {
      const end = this.received.indexOf('\n');
      if (end === -1) break;
      const line = this.received.slice(0, end).replace(/\r$/, '');
      this.received = this.received.slice(end + 1);
      if (!/^\d{3}(?:[ -]|$)/.test(line)) {
        this.fail(new Error('EPROTOCOL: an answer without a code'));
        return;
      }
      this.lines.push(line);
      if (line[3] === '-') continue;
      const answer = {
        code: Number(line.slice(0, 3)),
        text: this.lines.join(' '),
        lines: this.lines.map((one) => one.slice(4)),
      };
      this.lines = [];
      const listener = this.listeners.shift();
      // Said unasked: that the server wants to end it (421), or nothing that concerns us.
      if (listener) listener.answered(answer);
      else this.fail(new SmtpRefusal(answer));
    }
    const length = this.lines.reduce((sum, line) => sum + line.length, this.received.length);
    if (length > LONGEST_ANSWER) this.fail(new Error('EPROTOCOL: an endless answer'));
  }

  private async greet(): Promise<void> {
    const name = ownName(this.socket);
    const answer = await this.ask(`EHLO ${name}`);
    if (answer.code >= 500 && answer.code < 600) {
      this.extensions = new Map();
      expectGood(await this.ask(`HELO ${name}`));
      return;
    }
    const [, ...keywords] = expectGood(answer).lines;
    this.extensions = new Map(
      keywords.map((keyword) => {
        const [extension = '', ...parameters] = keyword.split(/[ =]/);
        return [extension.toUpperCase(), parameters.join(' ')];
      }),
    );
  }

  private async startTls(host: string): Promise<void> {
    expectGood(await this.ask('STARTTLS'));
    // What was said before the line was safe may be somebody else's words.
    if (this.received !== '') throw new Error('EPROTOCOL: the server spoke before TLS began');
    const plain = this.socket;
    for (const event of ['data', 'timeout', 'error', 'close']) plain.removeAllListeners(event);
    plain.setTimeout(0);
    const secure = connectTls({ socket: plain, ...(isIP(host) === 0 ? { servername: host } : {}) });
    await new Promise<void>((resolve, reject) => {
      secure.setTimeout(this.patience.connectMs, () => {
        secure.destroy(new Error('ETIMEDOUT: no TLS in time'));
      });
      secure.once('secureConnect', resolve);
      secure.once('error', reject);
      secure.once('close', () => {
        reject(new Error('ECONNRESET: the connection ended while TLS began'));
      });
    });
    for (const event of ['timeout', 'error', 'close']) secure.removeAllListeners(event);
    this.socket = secure;
    this.attach(secure);
    await this.greet();
  }
}

/** @throws SmtpRefusal unless it is the expected answer (any of 2xx when no code is named). */
export function expectGood(answer: SmtpAnswer, code?: number): SmtpAnswer {
  if (code === undefined ? answer.code >= 200 && answer.code < 300 : answer.code === code) return answer;
  throw new SmtpRefusal(answer);
}

async function connected(server: MailServer, timeoutMs: number, quit: AbortSignal | undefined): Promise<Socket> {
  const { host, secure } = server;
  const isName = isIP(host) === 0;
  if (!isName && !server.mayConnectTo(host)) throw new BlockedAddressError();
  const target = {
    host,
    port: server.port ?? (secure ? 465 : 25),
    lookup: checkedLookup(resolveBySystem, server.mayConnectTo),
  };
  const socket = secure ? connectTls({ ...target, ...(isName ? { servername: host } : {}) }) : connectTcp(target);
  const giveUp = (): void => {
    socket.destroy(new Error('nobody wants the line any more'));
  };
  quit?.addEventListener('abort', giveUp, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.setTimeout(timeoutMs, () => {
        socket.destroy(new Error('ETIMEDOUT: no connection in time'));
      });
      socket.once(secure ? 'secureConnect' : 'connect', resolve);
      socket.once('error', reject);
    });
  } finally {
    quit?.removeEventListener('abort', giveUp);
  }
  for (const event of ['timeout', 'error']) socket.removeAllListeners(event);
  return socket;
}

/** Our name, or else our address in brackets (RFC 5321 section 4.1.4). */
function ownName(socket: Socket): string {
  const name = hostname();
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(name)) return name;
  const address = socket.localAddress ?? '127.0.0.1';
  return address.includes(':') ? `[IPv6:${address}]` : `[${address}]`;
}
