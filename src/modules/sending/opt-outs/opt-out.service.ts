import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { FileSpool } from '../../../platform/spool/file-spool.js';
import { succeedsWithin } from '../../../platform/values/with-timeout.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import type { ChangeCause } from '../../contacts/writing/contact-change.js';
import { SubscriptionsService } from '../../contacts/subscriptions/subscriptions.service.js';
import type { OptOutMethod } from '../../../events/email-state.js';
import { emailSnapshot, type SnapshotRow } from '../ledger/email-snapshot.js';

/** An opt-out that is not in the database yet. */
export interface OptOut {
  readonly messageId: number;
  readonly method: OptOutMethod;
  readonly reason: string | null;
  /** The IP address of the recipient, for the consent log. */
  readonly ip: string | null;
  /** When it was requested, in milliseconds since 1970; also used to recognize repeats. */
  readonly at: number;
  /** Whether it is about all emails, not only the subscription of the message. */
  readonly all?: boolean;
}

/** Spools opt-outs that the database did not store in time to files on this machine, synced before the response. */
@Injectable()
export class OptOutSpool extends FileSpool<OptOut> {
  constructor(@Inject(APP_CONFIG) config: AppConfig) {
    super(join(config.dataDir, 'spool', 'opt-outs'));
  }
}

interface OptOutDetails extends Pick<OptOut, 'all'> {
  /** At most 190 characters; stored in events and in the contact's history. */
  readonly reason?: string | null;
  readonly evidence?: ChangeCause['evidence'];
  /** When it was requested; now if omitted. */
  readonly at?: Date;
}

interface Recipient extends Pick<SnapshotRow, 'contact_id'> {
  readonly unsubscribed_at: Date | null;
  /** Null if the message has no subscription, or the list is none any more. */
  readonly list_id: number | null;
  /** Missing if it has left the ledger. */
  readonly message?: SnapshotRow;
}

/** The subscription of an email `m`, as `l`. */
export const SUBSCRIPTION = 'LEFT JOIN lists l ON l.id = m.list_id AND l.is_subscription = 1';

type MessageRow = SnapshotRow & Recipient;

/** How long a request waits for the database before the opt-out is spooled to disk. */
const PATIENCE_MS = 120;
/** More concurrent transactions than this are not started; opt-outs go to disk immediately. */
const MAX_IN_PROGRESS = 50;

/** Processes opt-outs: one request is enough, and repeats have no effect. */
@Injectable()
export class OptOutService {
  private underWay = 0;

  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsService,
    private readonly subscriptions: SubscriptionsService,
    private readonly outbox: Outbox,
    private readonly spool: OptOutSpool,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves when the opt-out is durable: in the database, or in a file that is written to it later. A late commit is
   * harmless.
   * @throws AppError service_unavailable if it cannot be stored.
   */
  async optOut(request: OptOut): Promise<void> {
    const isBusy = this.underWay >= MAX_IN_PROGRESS;
    const written = isBusy ? Promise.reject(new Error('The database is busy')) : this.apply(request);
    if (await succeedsWithin(PATIENCE_MS, written)) return;
    try {
      await Promise.any([written, this.spool.append(request)]);
    } catch (error) {
      throw new AppError('service_unavailable', 'The opt-out could not be kept.', { cause: error });
    }
  }

  /** Stores the opt-out in the database. It is idempotent. */
  async apply({ messageId, method, reason, ip, at, ...scope }: OptOut): Promise<void> {
    this.underWay += 1;
    try {
      await this.db.transaction((tx) =>
        this.optOutIn(tx, messageId, method, { reason, evidence: { ip }, at: new Date(at), ...scope }),
      );
    } finally {
      this.underWay -= 1;
    }
  }

  /**
   * Unsubscribes the recipient of an email, from its subscription if it has one; deleted contacts are ignored. Call it late in the
   * transaction: contacts are locked first in every transaction, counters last.
   * @returns whether anything changed.
   */
  async optOutIn(
    tx: Tx,
    messageId: number,
    method: OptOutMethod,
    { reason = null, evidence = {}, at = this.clock.now(), all }: OptOutDetails,
  ): Promise<boolean> {
    const known = await this.recipientOf(tx, messageId);
    if (known?.contact_id == null || isRepeated(known, at)) return false;
    const { message } = known;
    const cause = { source: method, reason, evidence: { proof: proofOf(messageId, message), ...evidence } };
    const { moved, scope } = await this.leave(tx, known.contact_id, listOf(known, all), cause);
    // Repeats do not change how the first opt-out was made.
    const { affectedRows } = await tx.execute(
      `UPDATE email_messages SET unsubscribed_at = :at, unsubscribe_method = :method, unsubscribe_reason = :reason
        WHERE id = :messageId AND unsubscribed_at IS NULL`,
      { messageId, method, reason, at },
      { ids: [] },
    );
    const isFirst = affectedRows > 0;
    if (message && isFirst)
      await this.outbox.append(tx, 'email.unsubscribed', messageId, {
        email: { ...emailSnapshot(message), unsubscribed_at: at.toISOString(), method, reason, ...scope },
      });
    else if (moved)
      await tx.execute(
        `UPDATE ${message ? 'email_messages' : 'past_emails'} SET unsubscribed_at = :at WHERE id = :messageId`,
        { messageId, at },
        { ids: [] },
      );
    return moved || isFirst;
  }

  private async recipientOf(tx: Tx, messageId: number): Promise<Recipient | undefined> {
    const [message] = await tx.query<MessageRow>(
      `SELECT m.id, m.source_type, m.source_id, m.recipient_key, m.contact_id, m.email, m.subject, m.message_id, m.tracked,
              m.unsubscribed_at, l.id AS list_id
         FROM email_messages m ${SUBSCRIPTION} WHERE m.id = :messageId`,
      { messageId },
    );
    if (message) return { ...message, message };
    const past = `SELECT m.contact_id, m.unsubscribed_at, l.id AS list_id FROM past_emails m ${SUBSCRIPTION} WHERE m.id = :messageId`;
    return (await tx.query<Recipient>(past, { messageId }))[0];
  }

  private async leave(tx: Tx, contactId: number, listId: number | null, cause: ChangeCause) {
    if (listId === null)
      return { scope: {}, moved: await this.contacts.changeStatusIn(tx, contactId, 'unsubscribed', cause) };
    return { scope: { list_id: listId }, moved: await this.subscriptions.unsubscribe(tx, contactId, listId, cause) };
  }
}

const proofOf = (id: number, message?: SnapshotRow): string =>
  JSON.stringify({ email_id: id, message_id: message?.message_id ?? null });
/** The same opt-out can arrive twice; the second must not undo a later subscription. */
const isRepeated = ({ unsubscribed_at: last }: Recipient, at: Date): boolean => last !== null && last >= at;
const listOf = ({ list_id }: Recipient, all = false): number | null => (all ? null : list_id);
