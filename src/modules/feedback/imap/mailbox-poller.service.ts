import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { isTransient } from '../../../platform/errors/database-errors.js';
import { AccessTokens, type TokenSource } from '../../../platform/oauth2/access-tokens.js';
import { InboundMessages } from '../inbound/inbound-messages.service.js';
import { type MailboxAddress, mailboxAddress, mailboxKey } from './mailbox-address.js';
import { MailboxCursor, type MailboxLease } from './mailbox-cursor.js';
import { MailboxSession, MailboxError } from './mailbox-session.js';

/** Per connection; the mailbox is opened again for more. */
const MESSAGES_PER_PASS = 100;
/** A message that the server fails to return this often is skipped, so that it does not block the others. */
const MAX_TRIES = 3;

/**
 * Reads the mailbox for bounces.
 *
 * Failure policy: at least once. After a crash, the message in progress is read again and recognized as known. Messages
 * that do not identify an email stay unread for a person.
 */
@Injectable()
export class MailboxPoller implements OnApplicationShutdown {
  private readonly logger = new Logger(MailboxPoller.name);
  private readonly address: MailboxAddress | null;
  private readonly tokens: TokenSource | null;
  private readonly doneFolder: string | null;
  private hasWarnedAboutFolder = false;
  private stopped = false;
  /** The message that could not be fetched, and its failed attempts in a row. */
  private failing: { readonly message: string; readonly tries: number } | null = null;

  constructor(
    private readonly cursor: MailboxCursor,
    private readonly inbound: InboundMessages,
    tokens: AccessTokens,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    const { imapUrl, oauth2, imapDoneFolder } = config.feedback;
    this.address = imapUrl === null ? null : mailboxAddress(imapUrl);
    this.tokens = oauth2 && tokens.source(oauth2);
    this.doneFolder = imapDoneFolder;
  }

  onApplicationShutdown(): void {
    this.stopped = true;
  }

  /**
   * Reads all new messages.
   * @returns how many were read; 0 also without a mailbox or while another process reads it.
   * @throws MailboxError if the mailbox is unavailable.
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
    const session = await MailboxSession.open(address, this.tokens);
    let read = 0;
    try {
      const after = await this.cursor.lastUid(lease, session.uidValidity);
      for (const uid of (await session.unread(after)).slice(0, MESSAGES_PER_PASS)) {
        if (this.stopped) break;
        await this.tryToProcess(session, uid);
        if (!(await this.cursor.advance(lease, session.uidValidity, uid))) break;
        read += 1;
      }
    } finally {
      await session.close();
    }
    return read;
  }

  private async tryToProcess(session: MailboxSession, uid: number): Promise<void> {
    const message = `${session.uidValidity}:${uid}`;
    const tries = this.failing?.message === message ? this.failing.tries : 0;
    if (tries === MAX_TRIES) {
      this.logger.warn({ uid }, 'Feedback mailbox message skipped: fetch failed');
      return;
    }
    try {
      await this.process(session, uid);
    } catch (error) {
      if (error instanceof MailboxError) this.failing = { message, tries: tries + 1 };
      throw error;
    }
  }

  private async process(session: MailboxSession, uid: number): Promise<void> {
    const raw = await session.message(uid);
    if (raw === null || !(await this.isUnderstood(raw))) return;
    if ((await session.done(uid, this.doneFolder)) || this.hasWarnedAboutFolder) return;
    this.hasWarnedAboutFolder = true;
    this.logger.warn('Feedback mailbox messages not marked as read or not moved to IMAP_DONE_FOLDER');
  }

  /** A failing message must not block the others, but without a database nothing is skipped. */
  private async isUnderstood(raw: Buffer): Promise<boolean> {
    try {
      const { emailId, kind } = await this.inbound.take(raw);
      // A reply stays unread for the person who answers it.
      return emailId !== null && kind !== 'reply';
    } catch (error) {
      if (isTransient(error)) throw error;
      this.logger.error({ err: error }, 'Feedback mailbox message skipped: processing failed');
      return false;
    }
  }
}
