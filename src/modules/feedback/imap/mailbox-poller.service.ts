import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { numberOf } from '../../../platform/database/records.js';
import { isTransient } from '../../../platform/errors/database-errors.js';
import { AccessTokens, type TokenSource } from '../../../platform/oauth2/access-tokens.js';
import { Lease, type LeasedRow, leaseHolder } from '../../../platform/work/lease.js';
import { InboundMessages } from '../inbound/inbound-messages.service.js';
import { type MailboxAddress, mailboxAddress, MailboxError, mailboxKey, MailboxSession } from './mailbox-session.js';

/** After a crash, the mailbox stays unread for this long. */
const LEASE_SECONDS = 120;
const LEASE = new Lease({ table: 'feedback_mailboxes', owner: 'lease_owner', until: 'lease_until' });
/** Per connection; the mailbox is opened again for more. */
const MESSAGES_PER_PASS = 100;
/** A message that the server fails to return this often is skipped, so that it does not block the others. */
const MAX_TRIES = 3;

/** Reads the mailbox for bounces, at least once: a repeated message is known. Those that identify no email stay unread. */
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
    private readonly db: Database,
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

  /** @returns how many messages were read; 0 also without a mailbox or while another process reads it. */
  async poll(): Promise<number> {
    const lease = this.address && (await this.lease(mailboxKey(this.address)));
    if (!this.address || !lease) return 0;
    let total = 0;
    try {
      for (let read = MESSAGES_PER_PASS; read === MESSAGES_PER_PASS && !this.stopped; total += read)
        read = await this.pass(this.address, lease);
    } finally {
      await this.db.transaction((tx) => LEASE.write(tx, lease, LEASE.released));
    }
    return total;
  }

  /** @returns null while another process reads. */
  private async lease(key: Buffer): Promise<LeasedRow | null> {
    const holder = leaseHolder(LEASE_SECONDS);
    return this.db.transaction(async (tx) => {
      await tx.execute('INSERT IGNORE INTO feedback_mailboxes (id) VALUES (:key)', { key });
      const sql = `SELECT lease_owner AS fence FROM feedback_mailboxes WHERE id = :key AND ${LEASE.isFree} FOR UPDATE`;
      const [free] = await tx.query<{ fence: string | null }>(sql, { key });
      const [taken] = free ? await LEASE.take(tx, [{ id: key, ...free }], holder) : [];
      return taken ? { id: key, fence: holder.owner } : null;
    });
  }

  /** Returns the last UID that was read; 0 if UIDVALIDITY has changed. */
  private async lastUid({ id }: LeasedRow, uidValidity: bigint): Promise<number> {
    const sql = 'SELECT last_uid FROM feedback_mailboxes WHERE id = :id AND uid_validity = :uidValidity';
    return numberOf(this.db, sql, { id, uidValidity });
  }

  /** Stores the position and renews the lease. @returns false if the lease was lost. */
  private async advance(lease: LeasedRow, uidValidity: bigint, lastUid: number): Promise<boolean> {
    const set = `uid_validity = :uidValidity, last_uid = :lastUid, ${LEASE.extended({ seconds: LEASE_SECONDS })}`;
    return this.db.transaction((tx) => LEASE.write(tx, lease, set, { uidValidity, lastUid }));
  }

  private async pass(address: MailboxAddress, lease: LeasedRow): Promise<number> {
    const session = await MailboxSession.open(address, this.tokens);
    let read = 0;
    try {
      const after = await this.lastUid(lease, session.uidValidity);
      for (const uid of (await session.unread(after)).slice(0, MESSAGES_PER_PASS)) {
        if (this.stopped) break;
        await this.tryToProcess(session, uid);
        if (!(await this.advance(lease, session.uidValidity, uid))) break;
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
