import { Inject, Injectable } from '@nestjs/common';
import { ulid } from '../../../platform/ids/ulid.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { Keys } from '../../../platform/secrets/keys.js';
import { SuppressionsService } from '../../contacts/suppression/suppressions.service.js';
import type { EmailSource } from '../email-state.js';
import { type Recipient, RecipientsQueries } from '../recipients/recipients.queries.js';
import { messageIdOf } from './message-id.js';

/** A message that this process may send now, once. `fence` refuses its result if somebody else takes it over. */
export interface ClaimedMessage {
  readonly id: number;
  readonly fence: number;
  readonly attempts: number;
  readonly messageId: string;
  readonly recipient: Recipient;
  readonly source: EmailSource;
  /** On this process's monotonic clock. */
  readonly claimedAt: number;
}

export interface Claim {
  readonly messages: readonly ClaimedMessage[];
  /** Whether anything was found at all, be it only to be skipped: then there may be more. */
  readonly foundSome: boolean;
}

interface DueRow {
  id: number;
  contact_id: number | null;
  fence: number;
  attempts: number;
}

interface SendingRow {
  source_type: EmailSource['type'];
  source_id: number;
}

const NOTHING: Claim = { messages: [], foundSome: false };

/**
 * Takes messages for sending. In one transaction the source is checked (under a share lock, so a pause that commits
 * waits for us and nothing begins after it), each recipient is looked at as he is now, and the rows become `sending`.
 */
@Injectable()
export class Claims {
  /** Whose leases are ours; a process that comes back is somebody new. */
  readonly owner = ulid();

  constructor(
    private readonly db: Database,
    private readonly keys: Keys,
    private readonly recipients: RecipientsQueries,
    private readonly suppressions: SuppressionsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** What a sending sends; null when there is no such sending, or none that may go on. */
  async contentOf(sendingId: number): Promise<number | null> {
    const [sending] = await this.db.query<{ content_id: number }>(
      `SELECT content_id FROM sendings WHERE id = :sendingId AND state = 'open'`,
      { sendingId },
    );
    return sending?.content_id ?? null;
  }

  async take(sendingId: number, limit: number): Promise<Claim> {
    return this.db.transaction(async (tx) => {
      const [sending] = await tx.query<SendingRow>(
        `SELECT source_type, source_id FROM sendings
          WHERE id = :sendingId AND state = 'open' AND (waiting_until IS NULL OR waiting_until <= NOW(3))
           LOCK IN SHARE MODE`,
        { sendingId },
      );
      if (!sending) return NOTHING;
      const source: EmailSource = { type: sending.source_type, id: sending.source_id };
      const due = await this.due(tx, source, limit);
      if (due.length === 0) return NOTHING;
      // Before the look at the recipients: that is how old our knowledge of them is.
      const claimedAt = performance.now();
      const eligible = await this.sortOutIneligible(tx, due);
      await this.markSending(tx, [...eligible.keys()]);
      return {
        foundSome: true,
        messages: [...eligible].map(([row, recipient]) => ({
          id: row.id,
          fence: row.fence + 1,
          attempts: row.attempts + 1,
          messageId: this.messageId(row.id),
          recipient,
          source,
          claimedAt,
        })),
      };
    });
  }

  /** Whether a mail of an older claim may still be sent: it is ours, its source is not held, and its recipient wants it. */
  async isStillWanted({ id, fence, recipient }: ClaimedMessage): Promise<boolean> {
    const rows = await this.db.query(
      `SELECT m.id FROM email_messages m
         JOIN sendings s ON s.source_type = m.source_type AND s.source_id = m.source_id AND s.state = 'open'
         JOIN contacts c ON c.id = m.contact_id AND c.status = 'subscribed' AND c.email = :email
        WHERE m.id = :id AND m.state = 'sending' AND m.fence = :fence`,
      { id, fence, email: recipient.email },
    );
    if (rows.length === 0) return false;
    return !(await this.suppressions.isSuppressed(this.db, [recipient.email])).has(recipient.email);
  }

  /** Keeps these ours, as far as they still are. One statement for the whole process. */
  async renew(messages: readonly ClaimedMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await this.db.transaction((tx) =>
      tx.execute(
        `UPDATE email_messages SET lease_until = NOW(3) + INTERVAL :lease SECOND
          WHERE id IN (:ids) AND lease_owner = :owner AND state = 'sending'`,
        { lease: this.leaseSeconds, ids: messages.map(({ id }) => id).sort((a, b) => a - b), owner: this.owner },
      ),
    );
  }

  private get leaseSeconds(): number {
    return this.config.mail.leaseSeconds;
  }

  private messageId(emailId: number): string {
    return messageIdOf(this.keys, emailId, this.config.http.publicUrl);
  }

  /**
   * Deferred messages whose time has come first, then those that were never tried, oldest first. The index is named: for
   * the few rows of a LIMIT the optimizer walks the primary key, past everything that was ever sent.
   */
  private async due(tx: Tx, source: EmailSource, limit: number): Promise<DueRow[]> {
    const deferred = await tx.query<DueRow>(
      `SELECT id, contact_id, fence, attempts FROM email_messages FORCE INDEX (ix_email_messages_due)
        WHERE source_type = :type AND source_id = :id AND state = 'deferred' AND next_attempt_at <= NOW(3)
        ORDER BY next_attempt_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
      { type: source.type, id: source.id },
    );
    const room = limit - deferred.length;
    if (room === 0) return deferred;
    // `next_attempt_at` is null in every pending row: the index gives them by id without sorting.
    const pending = await tx.query<DueRow>(
      `SELECT id, contact_id, fence, attempts FROM email_messages FORCE INDEX (ix_email_messages_due)
        WHERE source_type = :type AND source_id = :id AND state = 'pending' AND next_attempt_at IS NULL
        ORDER BY id LIMIT ${room} FOR UPDATE SKIP LOCKED`,
      { type: source.type, id: source.id },
    );
    return [...deferred, ...pending];
  }

  /** Who may no longer be mailed is skipped with the reason; it is decided here, at the last moment. */
  private async sortOutIneligible(tx: Tx, due: readonly DueRow[]): Promise<Map<DueRow, Recipient>> {
    const ids = due.map((row) => row.contact_id).filter((id) => id !== null);
    const recipients = await this.recipients.byIds(ids, tx);
    const addresses = [...recipients.values()].map((recipient) => recipient.email);
    const suppressed = await this.suppressions.isSuppressed(tx, addresses);
    const eligible = new Map<DueRow, Recipient>();
    const skipped = new Map<string, number[]>();
    const skip = (row: DueRow, reason: string): void => {
      skipped.set(reason, [...(skipped.get(reason) ?? []), row.id]);
    };
    for (const row of due) {
      const recipient = row.contact_id === null ? undefined : recipients.get(row.contact_id);
      if (!recipient) skip(row, 'contact_deleted');
      else if (recipient.status !== 'subscribed') skip(row, `contact_${recipient.status}`);
      else if (suppressed.has(recipient.email)) skip(row, 'suppressed');
      else eligible.set(row, recipient);
    }
    for (const [reason, messageIds] of skipped)
      await tx.execute(
        `UPDATE email_messages SET state = 'skipped', reason = :reason, next_attempt_at = NULL, settled_at = NOW(3),
                email = IF(:reason = 'contact_deleted', NULL, email)
          WHERE id IN (:ids)`,
        { reason, ids: messageIds },
      );
    return eligible;
  }

  private async markSending(tx: Tx, rows: readonly DueRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `UPDATE email_messages
          SET state = 'sending', fence = fence + 1, attempts = attempts + 1, sending_at = NOW(3),
              first_attempt_at = COALESCE(first_attempt_at, NOW(3)), next_attempt_at = NULL,
              lease_owner = :owner, lease_until = NOW(3) + INTERVAL :lease SECOND
        WHERE id IN (:ids)`,
      { lease: this.leaseSeconds, owner: this.owner, ids: rows.map((row) => row.id) },
    );
  }
}
