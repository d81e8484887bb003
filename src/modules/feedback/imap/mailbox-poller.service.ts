import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { isDatabaseUnavailable, isRetryable } from '../../../platform/errors/database-errors.js';
import { InboundMessages } from '../inbound/inbound-messages.service.js';
import { type MailboxAddress, mailboxAddress, mailboxKey } from './mailbox-address.js';
import { MailboxCursor, type MailboxLease } from './mailbox-cursor.js';
import { MailboxSession, MailboxTrouble } from './mailbox-session.js';

/** Of one connection; a mailbox with more is opened again. */
const MESSAGES_PER_PASS = 100;
/** A message that the server cannot hand over so often is passed over: those behind it would wait for ever. */
const MOST_TRIES = 3;

/**
 * Reads the mailbox that undeliverable mails come back to.
 *
 * Failure policy: at least once. Who dies on the way has not moved the cursor past the message it was at; that one is read
 * again and is known by then. What names no mail of ours is left exactly as it was, for a person to read.
 */
@Injectable()
export class MailboxPoller implements OnApplicationShutdown {
  private readonly logger = new Logger(MailboxPoller.name);
  private readonly address: MailboxAddress | null;
  private readonly doneFolder: string | null;
  private toldAboutFolder = false;
  private stopped = false;
  /** The message that was asked for in vain, and how often in a row. */
  private vain: { readonly message: string; readonly tries: number } | null = null;

  constructor(
    private readonly cursor: MailboxCursor,
    private readonly inbound: InboundMessages,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    const { imapUrl, imapDoneFolder } = config.feedback;
    this.address = imapUrl === null ? null : mailboxAddress(imapUrl);
    this.doneFolder = imapDoneFolder;
  }

  onApplicationShutdown(): void {
    this.stopped = true;
  }

  /**
   * Reads what is new, as long as there is something.
   * @returns how many messages were looked at; 0 also where there is no mailbox, or another process reads it.
   * @throws MailboxTrouble when the mailbox is not to be had.
   */
  async poll(): Promise<number> {
    const lease = this.address && (await this.cursor.lease(mailboxKey(this.address)));
    if (!this.address || !lease) return 0;
    let total = 0;
    try {
      for (let read = MESSAGES_PER_PASS; read === MESSAGES_PER_PASS && !this.stopped; total += read)
        read = await this.pass(this.address, lease);
    } finally {
      await this.cursor.release(lease);
    }
    return total;
  }

  private async pass(address: MailboxAddress, lease: MailboxLease): Promise<number> {
    const session = await MailboxSession.open(address);
    let read = 0;
    try {
      const after = await this.cursor.lastUid(lease, session.uidValidity);
      for (const uid of (await session.unread(after)).slice(0, MESSAGES_PER_PASS)) {
        if (this.stopped) break;
        await this.tryToLook(session, uid);
        if (!(await this.cursor.advance(lease, session.uidValidity, uid))) break;
        read += 1;
      }
    } finally {
      await session.close();
    }
    return read;
  }

  private async tryToLook(session: MailboxSession, uid: number): Promise<void> {
    const message = `${session.uidValidity}:${uid}`;
    const tries = this.vain?.message === message ? this.vain.tries : 0;
    if (tries === MOST_TRIES) {
      this.logger.warn({ uid }, 'A message in the mailbox was left unread, because the server does not hand it over');
      return;
    }
    try {
      await this.look(session, uid);
    } catch (error) {
      if (error instanceof MailboxTrouble) this.vain = { message, tries: tries + 1 };
      throw error;
    }
  }

  private async look(session: MailboxSession, uid: number): Promise<void> {
    const raw = await session.message(uid);
    if (raw === null || !(await this.isUnderstood(raw))) return;
    if ((await session.done(uid, this.doneFolder)) || this.toldAboutFolder) return;
    this.toldAboutFolder = true;
    this.logger.warn('Messages that were understood could not be marked as read or moved to IMAP_DONE_FOLDER');
  }

  /** A message that we stumble over must not keep those behind it; without a database nothing is passed over. */
  private async isUnderstood(raw: Buffer): Promise<boolean> {
    try {
      return (await this.inbound.take(raw)).emailId !== null;
    } catch (error) {
      if (isDatabaseUnavailable(error) || isRetryable(error)) throw error;
      this.logger.error({ err: error }, 'A message in the mailbox was left unread, because reading it failed');
      return false;
    }
  }
}
