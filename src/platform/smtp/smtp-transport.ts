import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { AccessTokens } from '../oauth2/access-tokens.js';
import { LineOpener } from './line-opener.js';
import { type MailServer, serverOfUrl } from './mail-server.js';
import { MailTransport, type OutgoingMail } from './mail-transport.js';
import { DEFAULT_SMTP_TIMEOUTS } from './smtp-dialogue.js';
import { SmtpConnectionError, SmtpLine } from './smtp-line.js';
import type { SendOutcome } from './smtp-reply.js';
import { gather } from '../values/collections.js';

const IDLE_CLOSE_MS = 10_000;
const EMAILS_PER_CONNECTION = 1_000;

interface IdleLine {
  readonly line: SmtpLine;
  readonly timer: NodeJS.Timeout;
}

/** SMTP over persistent connections of one version of a server: a changed password opens new ones, and old ones close when idle. */
@Injectable()
export class SmtpTransport extends MailTransport implements OnApplicationShutdown {
  readonly ownServer: MailServer | null;
  private readonly idle = new Map<string, IdleLine[]>();
  private readonly busy = new Set<SmtpLine>();
  private readonly openers = new Map<string, LineOpener>();
  private refusesNew = false;

  constructor(@Inject(APP_CONFIG) config: AppConfig, tokens: AccessTokens) {
    super();
    const { smtpUrl, oauth2, allowPlainAuth } = config.mail;
    if (smtpUrl !== null) this.ownServer = serverOfUrl(smtpUrl, oauth2 && tokens.source(oauth2), allowPlainAuth);
    else if (config.production) this.ownServer = null;
    else this.ownServer = serverOfUrl(`smtp://127.0.0.1:${config.developmentTools.mailboxPort}`);
  }

  get unavailableReason(): string | null {
    return this.ownServer ? null : 'no mail server is configured (SMTP_URL, or a sender)';
  }

  async send(server: MailServer, mail: OutgoingMail, mayBegin: () => Promise<boolean>): Promise<SendOutcome> {
    if (this.isQuitting()) return { kind: 'given_back' };
    let line: SmtpLine;
    try {
      line = this.takeIdle(server) ?? (await this.connect(server));
    } catch (error) {
      if (this.isQuitting()) return { kind: 'given_back' };
      if (error instanceof SmtpConnectionError) return error.outcome;
      throw error;
    }
    if (this.isQuitting() || !(await mayBegin())) {
      this.keep(server, line);
      return { kind: 'given_back' };
    }
    this.busy.add(line);
    const outcome = await line.transfer(mail);
    this.busy.delete(line);
    await this.keepOrClose(server, line, outcome);
    return outcome;
  }

  private async keepOrClose(server: MailServer, line: SmtpLine, { kind }: SendOutcome): Promise<void> {
    const reusable = kind !== 'unknown' && kind !== 'not_sent' && kind !== 'provider_fault';
    if (reusable && line.isUsable && line.sent < EMAILS_PER_CONNECTION) {
      if (kind === 'accepted' || (await line.reset())) this.keep(server, line);
    } else line.close();
  }

  refuseNew(): void {
    this.refusesNew = true;
    for (const opener of this.openers.values()) opener.stop();
  }

  abort(): void {
    for (const line of this.busy) line.abort();
  }

  close(): void {
    for (const lines of this.idle.values())
      for (const { line, timer } of lines) {
        clearTimeout(timer);
        line.quit();
      }
    this.idle.clear();
  }

  /** Open connections would keep the process alive. */
  onApplicationShutdown(): void {
    this.close();
  }

  private isQuitting(): boolean {
    return this.refusesNew;
  }

  private takeIdle({ key }: MailServer): SmtpLine | null {
    const lines = this.idle.get(key) ?? [];
    for (;;) {
      // The most recently used one, so that surplus connections become idle.
      const last = lines.pop();
      if (lines.length === 0) this.idle.delete(key);
      if (!last) return null;
      clearTimeout(last.timer);
      if (last.line.isUsable) return last.line;
    }
  }

  private async connect(server: MailServer): Promise<SmtpLine> {
    const opener = this.openers.get(server.key) ?? this.openerOf(server);
    this.openers.set(server.key, opener);
    return opener.line();
  }

  private openerOf(server: MailServer): LineOpener {
    const ended = (line: SmtpLine): void => {
      this.forget(server, line);
    };
    return new LineOpener(
      (quit) => SmtpLine.open(server, DEFAULT_SMTP_TIMEOUTS, ended, quit),
      (line) => {
        this.keep(server, line);
      },
    );
  }

  private keep(server: MailServer, line: SmtpLine): void {
    if (!line.isUsable) return;
    if (this.isQuitting()) {
      line.quit();
      return;
    }
    if (this.openers.get(server.key)?.offer(line)) return;
    const timer = setTimeout(() => {
      this.forget(server, line);
      line.quit();
    }, IDLE_CLOSE_MS);
    timer.unref();
    gather(this.idle, server.key, { line, timer });
  }

  private forget({ key }: MailServer, line: SmtpLine): void {
    const lines = this.idle.get(key);
    const place = lines?.findIndex((candidate) => candidate.line === line) ?? -1;
    if (!lines || place === -1) return;
    clearTimeout(lines[place]?.timer);
    lines.splice(place, 1);
    if (lines.length === 0) this.idle.delete(key);
  }
}
