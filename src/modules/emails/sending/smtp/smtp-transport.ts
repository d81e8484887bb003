import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/config.js';
import { MailTransport, type OutgoingMail } from './mail-transport.js';
import { classifyReply, type SendOutcome } from './smtp-reply.js';

const CONNECT_TIMEOUT_MS = 30_000;
/** RFC 5321 section 4.5.3.2.6: a server may take ten minutes to answer the final dot. */
const REPLY_TIMEOUT_MS = 600_000;
const IDLE_CLOSE_MS = 10_000;
const MAILS_PER_CONNECTION = 1_000;
const CHUNK = 16 * 1024;

interface SmtpFault extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

interface Line {
  readonly connection: SMTPConnection;
  sent: number;
  idleTimer: NodeJS.Timeout | null;
  broken: boolean;
}

/**
 * SMTP over kept connections. The library's own pool queues and re-sends by itself, which would make its own truth about
 * what was sent; here one call is one attempt, and how far it came is known.
 */
@Injectable()
export class SmtpTransport extends MailTransport {
  private readonly idle: Line[] = [];
  private readonly target: URL | null;

  constructor(@Inject(APP_CONFIG) config: AppConfig) {
    super();
    const { smtpUrl } = config.mail;
    if (smtpUrl !== null) this.target = new URL(smtpUrl);
    else if (config.production) this.target = null;
    else this.target = new URL(`smtp://127.0.0.1:${config.developmentTools.mailboxPort}`);
  }

  get unavailableReason(): string | null {
    return this.target ? null : 'no mail server is configured (SMTP_URL)';
  }

  async send(mail: OutgoingMail, mayBegin: () => Promise<boolean>): Promise<SendOutcome> {
    let line: Line;
    try {
      line = this.idle.pop() ?? (await this.connect());
    } catch (error) {
      const fault = error as SmtpFault;
      // A server that answers with a code is there and does not want us; one that does not answer is away.
      if (fault.responseCode !== undefined)
        return { kind: 'provider_fault', code: String(fault.responseCode), response: fault.response ?? fault.message };
      return { kind: 'not_sent', reason: `connect: ${fault.code ?? fault.message}` };
    }
    if (line.idleTimer) clearTimeout(line.idleTimer);
    if (!(await mayBegin())) {
      this.keep(line);
      return { kind: 'given_back' };
    }
    const outcome = await this.transfer(line, mail);
    line.sent += 1;
    const reusable = outcome.kind !== 'unknown' && outcome.kind !== 'not_sent' && outcome.kind !== 'provider_fault';
    if (reusable && !line.broken && line.sent < MAILS_PER_CONNECTION) {
      if (outcome.kind === 'accepted' || (await this.reset(line))) this.keep(line);
    } else line.connection.close();
    return outcome;
  }

  close(): void {
    for (const line of this.idle.splice(0)) this.hangUp(line);
  }

  private async connect(): Promise<Line> {
    const target = this.target;
    if (!target) throw new Error(this.unavailableReason ?? '');
    const connection = new SMTPConnection({
      host: target.hostname,
      port: target.port === '' ? undefined : Number(target.port),
      secure: target.protocol === 'smtps:',
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: REPLY_TIMEOUT_MS,
      requireTLS: target.searchParams.get('requireTLS') === 'true',
      ignoreTLS: target.searchParams.get('ignoreTLS') === 'true',
    });
    const line: Line = { connection, sent: 0, idleTimer: null, broken: false };
    // Errors between mails reach nobody's callback.
    connection.on('error', () => {
      line.broken = true;
    });
    connection.once('end', () => {
      line.broken = true;
      const index = this.idle.indexOf(line);
      if (index !== -1) this.idle.splice(index, 1);
    });
    try {
      await new Promise<void>((resolve, reject) => {
        connection.once('error', reject);
        connection.connect((error) => {
          if (error) reject(error);
          else resolve();
        });
      });
      if (target.username !== '') await this.login(connection, target);
    } catch (error) {
      connection.close();
      throw error;
    }
    return line;
  }

  private async login(connection: SMTPConnection, target: URL): Promise<void> {
    const auth = { user: decodeURIComponent(target.username), pass: decodeURIComponent(target.password) };
    await new Promise<void>((resolve, reject) => {
      connection.login(auth, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  private async transfer(line: Line, { envelopeFrom, recipient, raw }: OutgoingMail): Promise<SendOutcome> {
    // Until the stream has given its last chunk away, the final dot cannot have been written.
    let handedOver = false;
    const body = Readable.from(chunksOf(raw), { objectMode: false, highWaterMark: CHUNK });
    body.once('end', () => {
      handedOver = true;
    });
    return new Promise((resolve) => {
      line.connection.send({ from: envelopeFrom, to: [recipient] }, body, (error, info) => {
        if (error) resolve(outcomeOf(error as SmtpFault, handedOver));
        else resolve({ kind: 'accepted', code: info.response.slice(0, 3), response: info.response });
      });
    });
  }

  /** After a refusal the session holds half a transaction. */
  private async reset(line: Line): Promise<boolean> {
    return new Promise((resolve) => {
      line.connection.reset((error) => {
        if (error) line.connection.close();
        resolve(!error);
      });
    });
  }

  private keep(line: Line): void {
    if (line.broken) return;
    line.idleTimer = setTimeout(() => {
      const index = this.idle.indexOf(line);
      if (index !== -1) this.idle.splice(index, 1);
      this.hangUp(line);
    }, IDLE_CLOSE_MS);
    line.idleTimer.unref();
    this.idle.push(line);
  }

  private hangUp(line: Line): void {
    if (line.idleTimer) clearTimeout(line.idleTimer);
    line.connection.quit();
  }
}

function* chunksOf(raw: Buffer): Generator<Buffer> {
  for (let start = 0; start < raw.length; start += CHUNK) yield raw.subarray(start, start + CHUNK);
}

function outcomeOf(fault: SmtpFault, handedOver: boolean): SendOutcome {
  if (fault.responseCode !== undefined) {
    const stage = fault.command === 'RCPT TO' ? 'recipient' : 'other';
    return classifyReply(fault.responseCode, fault.response ?? '', stage);
  }
  const reason = fault.code ?? fault.message;
  return handedOver ? { kind: 'unknown', reason } : { kind: 'not_sent', reason };
}
