import { createHmac } from 'node:crypto';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { type ConnectionOptions, connect as connectTls, TLSSocket } from 'node:tls';
import { isLoopback } from '../config/config.js';
import { BlockedAddressError, checkedLookup, resolveBySystem } from '../outbound-http/guarded-connector.js';
import type { MailLogin, MailServer } from './mail-server.js';

/** A mail server reply (RFC 5321 section 4.2): its code and lines. */
export interface SmtpAnswer {
  readonly code: number;
  /** The raw reply, lines joined by a blank, with codes. */
  readonly text: string;
  /** Without codes. */
  readonly lines: readonly string[];
}

export class SmtpRefusal extends Error {
  constructor(readonly answer: SmtpAnswer) {
    super(answer.text);
  }
}

/** Reply timeout; RFC 5321 section 4.5.3.2 applies unless a caller waits. */
export interface SmtpTimeouts {
  readonly connectMs: number;
  readonly greetingMs: number;
  /** For any reply; the one to the final dot is the slowest. */
  readonly replyMs: number;
}

export const DEFAULT_SMTP_TIMEOUTS: SmtpTimeouts = { connectMs: 30_000, greetingMs: 300_000, replyMs: 600_000 };

/** TLS is required. The first word is for logs. */
const NO_TLS = 'ENOTLS: the server does not offer STARTTLS, and the login must not be sent unencrypted';
const MAX_ANSWER_LENGTH = 64 * 1024;
const MAX_CHALLENGE_LENGTH = 300;
const CRLF = '\r\n';

interface Listener {
  answered(answer: SmtpAnswer): void;
  failed(error: Error): void;
}

/** The client side of RFC 5321 on one connection. Several commands may be in flight if the server supports it (RFC 2920). */
export class SmtpDialogue {
  /** Upper-case keywords of the EHLO reply with their parameters; empty for servers without extensions. */
  extensions: ReadonlyMap<string, string> = new Map();
  private socket: Socket;
  private readonly listeners: Listener[] = [];
  private received = '';
  private lines: string[] = [];
  private failure: Error | null = null;

  private constructor(
    socket: Socket,
    private readonly timeouts: SmtpTimeouts,
    private readonly onEnd: () => void,
  ) {
    this.socket = socket;
    this.attach(socket);
  }

  /**
   * Connects and greets, with TLS if available. Certificates are verified, except on this machine.
   * @param onEnd called once when the connection ends. @throws SmtpRefusal for a negative reply, Error without a reply.
   */
  static async open(
    server: MailServer,
    timeouts: SmtpTimeouts,
    onEnd: () => void,
    quit: AbortSignal | undefined,
  ): Promise<SmtpDialogue> {
    const socket = await connected(server, timeouts.connectMs, quit);
    const dialogue = new SmtpDialogue(socket, timeouts, onEnd);
    const giveUp = (): void => {
      dialogue.fail(new Error('the connection is no longer needed'));
    };
    quit?.addEventListener('abort', giveUp, { once: true });
    try {
      expectSuccess(await dialogue.next(timeouts.greetingMs));
      await dialogue.greet();
      const isOffered = dialogue.extensions.has('STARTTLS');
      if (!server.secure && server.requireTls && !isOffered) throw new Error(NO_TLS);
      if (!server.secure && isOffered && (server.requireTls || !server.ignoreTls))
        await dialogue.startTls(identityOf(server));
      return dialogue;
    } catch (error) {
      dialogue.close();
      throw error;
    } finally {
      quit?.removeEventListener('abort', giveUp);
    }
  }

  /** @throws SmtpRefusal for a wrong password, AccessTokenError without a token, Error without a supported mechanism. */
  async login(login: MailLogin): Promise<void> {
    const mechanisms = (this.extensions.get('AUTH') ?? '').toUpperCase().split(/\s+/);
    const { username } = login;
    if ('tokens' in login) {
      if (!mechanisms.includes('XOAUTH2')) throw new Error('the server does not offer the mechanism XOAUTH2');
      const token = await login.tokens.get();
      let answer = await this.askXoauth2(username, token.value);
      // The server may have revoked it before it expires.
      if (answer.code === 535 && !token.isNew)
        answer = await this.askXoauth2(username, (await login.tokens.get(token.value)).value);
      expectSuccess(answer);
      return;
    }
    const { password } = login;
    if (mechanisms.includes('PLAIN'))
      expectSuccess(await this.ask(`AUTH PLAIN ${base64(`\0${username}\0${password}`)}`));
    else if (mechanisms.includes('LOGIN')) {
      expectSuccess(await this.ask('AUTH LOGIN'), 334);
      expectSuccess(await this.ask(base64(username)), 334);
      expectSuccess(await this.ask(base64(password)));
    } else if (mechanisms.includes('CRAM-MD5')) {
      const challenge = expectSuccess(await this.ask('AUTH CRAM-MD5'), 334);
      const nonce = Buffer.from(challenge.lines.join(''), 'base64');
      const proof = createHmac('md5', password).update(nonce).digest('hex');
      expectSuccess(await this.ask(base64(`${username} ${proof}`)));
    } else throw new Error('the server offers no supported authentication mechanism (PLAIN, LOGIN, CRAM-MD5)');
  }

  /** False once the connection is closed or unusable. */
  get isUsable(): boolean {
    return this.failure === null;
  }

  get isEncrypted(): boolean {
    return this.socket instanceof TLSSocket;
  }

  /** How the connection is protected, for people. */
  get protection(): string {
    if (!(this.socket instanceof TLSSocket)) return 'no TLS';
    return this.socket.authorized ? 'TLS' : 'TLS (certificate not trusted, accepted on this machine)';
  }

  /** Sends one command and waits for any reply. @throws Error without a reply. */
  async ask(command: string, timeoutMs = this.timeouts.replyMs): Promise<SmtpAnswer> {
    this.write(command + CRLF);
    return this.next(timeoutMs);
  }

  /** Writes raw bytes. `done` is called once the operating system has taken all of them. */
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

  /** Waits for the next reply, in command order. */
  next(timeoutMs = this.timeouts.replyMs): Promise<SmtpAnswer> {
    if (this.failure) return Promise.reject(this.failure);
    this.socket.setTimeout(timeoutMs);
    return new Promise((answered, failed) => {
      this.listeners.push({ answered, failed });
    });
  }

  /** Closes the connection; waiting callers get this error. */
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
      // Between emails no reply is expected.
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
      const lines = this.lines.map((one) => one.slice(4));
      const answer = { code: Number(line.slice(0, 3)), text: this.lines.join(' '), lines };
      this.lines = [];
      const listener = this.listeners.shift();
      // An unsolicited reply: the server closes the connection (421), or irrelevant.
      if (listener) listener.answered(answer);
      else this.fail(new SmtpRefusal(answer));
    }
    const length = this.lines.reduce((sum, line) => sum + line.length, this.received.length);
    if (length > MAX_ANSWER_LENGTH) this.fail(new Error('EPROTOCOL: an endless answer'));
  }

  /** Logs in as Google and Microsoft specify it. They explain a refusal in a challenge, which must be answered before the reply. */
  private async askXoauth2(username: string, token: string): Promise<SmtpAnswer> {
    const answer = await this.ask(`AUTH XOAUTH2 ${base64(`user=${username}\x01auth=Bearer ${token}\x01\x01`)}`);
    if (answer.code !== 334) return answer;
    const reason = Buffer.from(answer.lines.join(''), 'base64').toString('latin1', 0, MAX_CHALLENGE_LENGTH);
    const refusal = await this.ask('');
    return { ...refusal, text: `${refusal.text} ${reason.replace(/[^\x20-\x7e]/g, ' ')}` };
  }

  private async greet(): Promise<void> {
    const name = ownName(this.socket);
    const answer = await this.ask(`EHLO ${name}`);
    if (answer.code >= 500 && answer.code < 600) {
      this.extensions = new Map();
      expectSuccess(await this.ask(`HELO ${name}`));
      return;
    }
    const [, ...keywords] = expectSuccess(answer).lines;
    this.extensions = new Map(
      keywords.map((keyword) => {
        const [extension = '', ...parameters] = keyword.split(/[ =]/);
        return [extension.toUpperCase(), parameters.join(' ')];
      }),
    );
  }

  private async startTls(identity: ConnectionOptions): Promise<void> {
    expectSuccess(await this.ask('STARTTLS'));
    // Data from before TLS may be injected.
    if (this.received !== '') throw new Error('EPROTOCOL: the server sent data before TLS started');
    const plain = this.socket;
    for (const event of ['data', 'timeout', 'error', 'close']) plain.removeAllListeners(event);
    plain.setTimeout(0);
    const secure = connectTls({ socket: plain, ...identity });
    await new Promise<void>((resolve, reject) => {
      secure.setTimeout(this.timeouts.connectMs, () => {
        secure.destroy(new Error('ETIMEDOUT: no TLS in time'));
      });
      secure.once('secureConnect', resolve);
      secure.once('error', reject);
      secure.once('close', () => {
        reject(new Error('ECONNRESET: the connection ended during the TLS handshake'));
      });
    });
    for (const event of ['timeout', 'error', 'close']) secure.removeAllListeners(event);
    this.socket = secure;
    this.attach(secure);
    await this.greet();
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** @throws SmtpRefusal for any other reply than the expected one (any 2xx if no code is given). */
export function expectSuccess(answer: SmtpAnswer, code?: number): SmtpAnswer {
  if (code === undefined ? answer.code >= 200 && answer.code < 300 : answer.code === code) return answer;
  throw new SmtpRefusal(answer);
}

/** The certificate is for the configured name or address (RFC 9525). That of this machine is usually signed by no authority. */
function identityOf({ host }: MailServer): ConnectionOptions {
  return { host, ...(isIP(host) === 0 ? { servername: host } : {}), rejectUnauthorized: !isLoopback(host) };
}

async function connected(server: MailServer, timeoutMs: number, quit: AbortSignal | undefined): Promise<Socket> {
  const { host, secure } = server;
  if (isIP(host) !== 0 && !server.mayConnectTo(host)) throw new BlockedAddressError();
  const lookup = checkedLookup(resolveBySystem, server.mayConnectTo);
  const target = { host, port: server.port ?? (secure ? 465 : 25), lookup };
  const socket = secure ? connectTls({ ...target, ...identityOf(server) }) : connectTcp(target);
  const giveUp = (): void => {
    socket.destroy(new Error('the connection is no longer needed'));
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

/** Our host name, or our address in brackets (RFC 5321 section 4.1.4). */
function ownName(socket: Socket): string {
  const name = hostname();
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(name)) return name;
  const address = socket.localAddress ?? '127.0.0.1';
  return address.includes(':') ? `[IPv6:${address}]` : `[${address}]`;
}
