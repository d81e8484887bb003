import { hash } from 'node:crypto';
import type { ImapFlow } from 'imapflow';
import { isLoopback } from '../../../platform/config/config.js';
import { AccessTokenError, type AccessToken, type TokenSource } from '../../../platform/oauth2/access-tokens.js';

/** The feedback mailbox of IMAP_URL. */
export interface MailboxAddress {
  readonly host: string;
  readonly port: number;
  /** Implicit TLS; otherwise STARTTLS, unless the server is local. */
  readonly secure: boolean;
  readonly username: string;
  /** Empty for a login by OAuth 2.0. */
  readonly password: string;
  readonly folder: string;
}

const PATIENCE_MS = 15_000;
const SILENCE_MS = 60_000;
/** Larger messages are not reports and stay unread. */
const MAX_MESSAGE = 5 * 1024 * 1024;
const ROOM_FOR_THE_REST = 64 * 1024;
const LOGIN_REFUSED = 'login refused';

/** Why the mailbox cannot be read, without the server's text, which may contain credentials. */
export class MailboxError extends Error {
  constructor(readonly reason: string) {
    super(`Feedback mailbox unavailable: ${reason}`);
    this.name = 'MailboxError';
  }
}

/** A connection to the mailbox, which only `done` changes. All methods but `close` throw MailboxError. */
export class MailboxSession {
  private constructor(
    private readonly client: ImapFlow,
    readonly uidValidity: bigint,
  ) {}

  /** @param tokens for a login by OAuth 2.0. */
  static async open(address: MailboxAddress, tokens: TokenSource | null = null): Promise<MailboxSession> {
    if (tokens === null) return MailboxSession.connect(address, { pass: address.password });
    const token = await tokenOf(tokens);
    try {
      return await MailboxSession.connect(address, { accessToken: token.value });
    } catch (error) {
      // The server may have revoked a cached token before it expires.
      if (token.isNew || (error as MailboxError).reason !== LOGIN_REFUSED) throw error;
      return MailboxSession.connect(address, { accessToken: (await tokenOf(tokens, token.value)).value });
    }
  }

  private static async connect(
    address: MailboxAddress,
    secret: { readonly pass: string } | { readonly accessToken: string },
  ): Promise<MailboxSession> {
    const { host, port, secure, username, folder } = address;
    // Most installations have no mailbox, and the library takes megabytes.
    const { ImapFlow } = await import('imapflow');
    const client = new ImapFlow({
      host,
      port,
      secure,
      // A password must not be sent over an unencrypted connection.
      doSTARTTLS: secure || isLoopback(host) ? undefined : true,
      auth: { user: username, ...secret },
      // A mail server on this machine usually has a certificate that it made itself.
      tls: { minVersion: 'TLSv1.2', rejectUnauthorized: !isLoopback(host) },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: SILENCE_MS,
      maxLiteralSize: MAX_MESSAGE,
      maxLineLength: MAX_MESSAGE,
      maxResponseSize: MAX_MESSAGE + ROOM_FOR_THE_REST,
    });
    // A broken connection fails the pending command; without a listener it would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { uidValidity } = await client.mailboxOpen(folder);
      return new MailboxSession(client, uidValidity);
    } catch (error) {
      client.close();
      throw mailboxErrorOf(error);
    }
  }

  /** Returns the UIDs of unread messages above `after`, ascending. */
  async unread(after: number): Promise<number[]> {
    const found = await this.ask(() => this.client.search({ seen: false, uid: `${after + 1}:*` }, { uid: true }));
    if (!Array.isArray(found)) throw new MailboxError('search refused');
    // `n:*` returns the last message even if its UID is lower.
    return found.filter((uid) => uid > after).sort((a, b) => a - b);
  }

  /** Returns a message; null if it is too large or deleted. */
  async message(uid: number): Promise<Buffer | null> {
    const head = await this.ask(() => this.client.fetchOne(String(uid), { size: true }, { uid: true }));
    if (!head || (head.size ?? 0) > MAX_MESSAGE) return null;
    const whole = await this.ask(() => this.client.fetchOne(String(uid), { source: true }, { uid: true }));
    return whole ? (whole.source ?? null) : null;
  }

  /** Marks a message as read and moves it to the folder, if there is one. @returns whether both succeeded. */
  async done(uid: number, folder: string | null): Promise<boolean> {
    const marked = await this.ask(() => this.client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }));
    if (folder === null) return marked;
    // Without either, a move would expunge all messages that others marked as deleted.
    if (!this.client.capabilities.has('MOVE') && !this.client.capabilities.has('UIDPLUS')) return false;
    const moved = await this.ask(() => this.client.messageMove(String(uid), folder, { uid: true }));
    return marked && moved !== false;
  }

  async close(): Promise<void> {
    // An unavailable server is not waited for.
    await this.client.logout().catch(() => undefined);
    this.client.close();
  }

  private async ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    try {
      return await question();
    } catch (error) {
      throw mailboxErrorOf(error);
    }
  }
}

async function tokenOf(tokens: TokenSource, refused?: string): Promise<AccessToken> {
  try {
    return await tokens.get(refused);
  } catch (error) {
    throw error instanceof AccessTokenError ? new MailboxError(error.message) : error;
  }
}

function mailboxErrorOf(error: unknown): MailboxError {
  const { authenticationFailed, mailboxMissing, code } = error as Readonly<Record<string, unknown>>;
  if (authenticationFailed === true) return new MailboxError(LOGIN_REFUSED);
  if (mailboxMissing === true) return new MailboxError('no such folder');
  return new MailboxError(typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'unexpected answer');
}

/** @param url validated by the configuration. */
export function mailboxAddress(url: string): MailboxAddress {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const folder = decodeURIComponent(pathname.slice(1));
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    folder: folder === '' ? 'INBOX' : folder,
  };
}

/** Returns the key of a mailbox; another user or folder is another mailbox. */
export const mailboxKey = ({ host, port, username, folder }: MailboxAddress): Buffer =>
  hash('sha256', JSON.stringify([host, port, username, folder]), 'buffer');
