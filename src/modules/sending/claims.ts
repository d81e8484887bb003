import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { Keys } from '../../platform/secrets/keys.js';
import { keepRenewed, type LeasedRow, type LeaseHolder, leaseHolder } from '../../platform/work/lease.js';
import type { EmailSource } from '../../events/email-state.js';
import type { Recipient } from '../mail-content/recipients.queries.js';
import { SendingCounters } from './counters/sending-counters.js';
import { type DueRow, DueMessages } from './due-messages.js';
import { EmailKinds } from './email-kind.js';
import { messageIdOf } from './message-id.js';
import { MESSAGE_LEASE } from './message-lease.js';
import { SendingMemory } from './sending-memory.js';
import type { Audience } from './sending.entity.js';

/** A message that this process may send once. */
export interface ClaimedMessage extends LeasedRow {
  readonly id: number;
  readonly fence: number;
  readonly attempts: number;
  readonly contentId: number;
  readonly messageId: string;
  readonly recipient: Recipient;
  readonly source: EmailSource;
  /** The `recipient_key` of the message within its source. */
  readonly key: string;
  /** A previous worker crashed while sending this message; it may be a poison message. */
  readonly isSuspect: boolean;
  /** On this process's monotonic clock. */
  readonly claimedAt: number;
  /** The claim time on the database's clock. */
  readonly takenAt: Date;
  /** The API request that caused the message. */
  readonly requestId: string | null;
}

export interface Claim {
  readonly messages: readonly ClaimedMessage[];
  /** Whether due messages were found, even if all of them were skipped; then there may be more. */
  readonly foundSome: boolean;
}

interface SendingRow {
  source_type: EmailSource['type'];
  source_id: number;
  audience: Audience;
  request_id: string | null;
  now: Date;
}

const NOTHING: Claim = { messages: [], foundSome: false };

/**
 * Claims due messages. One transaction checks the source (under a share lock, so a pause that commits waits for this
 * claim and no message starts after it), checks the current state of each recipient, and sets the rows to `sending`.
 */
@Injectable()
export class Claims {
  private readonly holder: LeaseHolder;
  private readonly due = new DueMessages();

  constructor(
    private readonly db: Database,
    private readonly keys: Keys,
    private readonly kinds: EmailKinds,
    private readonly counters: SendingCounters,
    private readonly memory: SendingMemory,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    this.holder = leaseHolder(config.mail.leaseSeconds);
  }

  /**
   * Claims up to `limit` messages, of which at most one was interrupted before (none without `suspects`). With one
   * suspect in progress at a time, a message that kills its process does not take others with it.
   */
  async take(sendingId: number, limit: number, { suspects = true } = {}): Promise<Claim> {
    const claim = await this.takeIn(sendingId, limit, suspects);
    const [first] = claim.messages;
    // Remember the claim before the first byte leaves.
    if (first)
      await this.memory.addClaim({ source: first.source, keys: claim.messages.map(({ key }) => key) }, first.takenAt);
    return claim;
  }

  private async takeIn(sendingId: number, limit: number, suspects: boolean): Promise<Claim> {
    return this.db.transaction(async (tx) => {
      const [sending] = await tx.query<SendingRow>(
        // A database that is behind the last heartbeat was rolled back: messages that it has as unsent may have been
        // sent.
        `SELECT source_type, source_id, audience, request_id, NOW(3) AS now FROM sendings
          WHERE id = :sendingId AND state = 'open' AND (waiting_until IS NULL OR waiting_until <= NOW(3))
            AND NOT EXISTS (SELECT 1 FROM sending_beats WHERE series = :series AND number < :number)
           LOCK IN SHARE MODE`,
        { sendingId, series: this.memory.latest.series, number: this.memory.latest.number },
      );
      if (!sending) return NOTHING;
      const source: EmailSource = { type: sending.source_type, id: sending.source_id };
      const due = await this.due.lock(tx, source, limit, suspects);
      if (due.length === 0) return NOTHING;
      // Taken before recipients are read, so that their age is never underestimated.
      const claimedAt = performance.now();
      const eligible = await this.sortOut(tx, due, sending.audience);
      await MESSAGE_LEASE.take(
        tx,
        [...eligible.keys()].map((row) => row.id),
        this.holder,
        "state = 'sending', attempts = attempts + 1, sending_at = NOW(3), next_attempt_at = NULL",
      );
      await this.counters.change(tx, source, { skipped: due.length - eligible.size });
      return {
        foundSome: true,
        messages: [...eligible].map(([row, recipient]) => ({
          id: row.id,
          fence: row.fence + 1,
          attempts: row.attempts + 1,
          contentId: row.content_id,
          messageId: this.messageId(row.id),
          recipient,
          source,
          key: row.recipient_key,
          isSuspect: row.interruptions > 0,
          claimedAt,
          takenAt: sending.now,
          requestId: row.request_id ?? sending.request_id,
        })),
      };
    });
  }

  /**
   * Returns whether a claimed message may still be sent: the lease is valid, the source is not held, and the recipient
   * is eligible.
   */
  async isStillWanted(message: ClaimedMessage): Promise<boolean> {
    const { id, fence, recipient, key } = message;
    const [row] = await this.db.query<{ audience: Audience }>(
      `SELECT s.audience FROM email_messages m
         JOIN sendings s ON s.source_type = m.source_type AND s.source_id = m.source_id AND s.state = 'open'
        WHERE m.id = :id AND m.state = 'sending' AND m.fence = :fence`,
      { id, fence },
    );
    if (!row) return false;
    const due = { contact_id: recipient.id, email: recipient.email, recipient_key: key };
    const decision = (await this.kinds.of(row.audience).recipientsOf(this.db, [due])).get(due);
    return typeof decision === 'object' && decision.email === recipient.email;
  }

  async renew(messages: readonly ClaimedMessage[]): Promise<void> {
    await MESSAGE_LEASE.renew(this.db, messages, this.holder);
  }

  /**
   * Renews the leases of messages in progress.
   * @returns a function that stops the renewals.
   */
  keepRenewed(messages: () => readonly ClaimedMessage[]): () => void {
    return keepRenewed(this.holder, () => this.renew(messages()));
  }

  private messageId(emailId: number): string {
    return messageIdOf(this.keys, emailId, this.config.http.publicUrl);
  }

  /** Skips messages whose recipient may not get them, and stores the reason. */
  private async sortOut(tx: Tx, due: readonly DueRow[], audience: Audience): Promise<Map<DueRow, Recipient>> {
    const eligible = new Map<DueRow, Recipient>();
    const skipped = new Map<string, number[]>();
    for (const [row, decision] of await this.kinds.of(audience).recipientsOf(tx, due)) {
      if (typeof decision === 'object') eligible.set(row, decision);
      else skipped.set(decision, [...(skipped.get(decision) ?? []), row.id]);
    }
    for (const [reason, ids] of skipped) await this.skip(tx, reason, ids);
    return eligible;
  }

  private async skip(tx: Tx, reason: string, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await tx.execute(
      `UPDATE email_messages SET state = 'skipped', reason = :reason, next_attempt_at = NULL, settled_at = NOW(3),
              email = IF(:reason = 'contact_deleted', NULL, email)
        WHERE id IN (:ids)`,
      { reason, ids },
      { changes: 'email_messages', ids },
    );
  }
}
