import { Inject, Injectable } from '@nestjs/common';
import { ulid } from '../../platform/ids/ulid.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { Keys } from '../../platform/secrets/keys.js';
import type { EmailSource } from '../../events/email-state.js';
import type { Recipient } from '../mail-content/recipients.queries.js';
import { SendingTallies } from './counts/sending-tallies.js';
import { type DueRow, DueMessages } from './due-messages.js';
import { EmailKinds } from './email-kind.js';
import { messageIdOf } from './message-id.js';
import { BeatMemory } from './restore/beat-memory.js';
import type { Audience } from './sending.entity.js';

/** A message that this process may send now, once. `fence` refuses its result if somebody else takes it over. */
export interface ClaimedMessage {
  readonly id: number;
  readonly fence: number;
  readonly attempts: number;
  readonly contentId: number;
  readonly messageId: string;
  readonly recipient: Recipient;
  readonly source: EmailSource;
  /** What the source calls it. */
  readonly key: string;
  /** Whoever sent it before did not live to tell: it may be this mail that kills. */
  readonly isSuspect: boolean;
  /** On this process's monotonic clock. */
  readonly claimedAt: number;
  /** The same moment, on the database's clock. */
  readonly takenAt: Date;
  /** The request that it goes back to. */
  readonly requestId: string | null;
}

export interface Claim {
  readonly messages: readonly ClaimedMessage[];
  /** Whether anything was found at all, be it only to be skipped: then there may be more. */
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
    private readonly kinds: EmailKinds,
    private readonly tallies: SendingTallies,
    private readonly due: DueMessages,
    private readonly beats: BeatMemory,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Takes at most so many mails. Of those whose sender died it takes one at most, and none unless asked to: with one of
   * them under way at a time a mail that kills its process does not take the blame of its neighbours with it.
   */
  async take(sendingId: number, limit: number, { suspects = true } = {}): Promise<Claim> {
    return this.db.transaction(async (tx) => {
      const [sending] = await tx.query<SendingRow>(
        // A database that is behind our last beat has gone back: what it takes for unsent may have left already.
        `SELECT source_type, source_id, audience, request_id, NOW(3) AS now FROM sendings
          WHERE id = :sendingId AND state = 'open' AND (waiting_until IS NULL OR waiting_until <= NOW(3))
            AND NOT EXISTS (SELECT 1 FROM sending_beats WHERE series = :series AND number < :number)
           LOCK IN SHARE MODE`,
        { sendingId, series: this.beats.latest.series, number: this.beats.latest.number },
      );
      if (!sending) return NOTHING;
      const source: EmailSource = { type: sending.source_type, id: sending.source_id };
      const due = await this.due.lock(tx, source, limit, suspects);
      if (due.length === 0) return NOTHING;
      // Before the look at the recipients: that is how old our knowledge of them is.
      const claimedAt = performance.now();
      const eligible = await this.sortOut(tx, due, sending.audience);
      await this.markSending(tx, [...eligible.keys()]);
      await this.tallies.change(tx, source, { skipped: due.length - eligible.size });
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

  /** Whether a mail of an older claim may still be sent: it is ours, its source is not held, and its recipient wants it. */
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

  /** Keeps these ours, as far as they still are. A row that is locked costs its own lease and no other. */
  async renew(messages: readonly ClaimedMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await this.db.transaction(async (tx) => {
      const rows = await tx.query<{ id: number }>(
        `SELECT id FROM email_messages WHERE id IN (:ids) AND lease_owner = :owner AND state = 'sending'
          ORDER BY id FOR UPDATE SKIP LOCKED`,
        { ids: messages.map(({ id }) => id), owner: this.owner },
      );
      if (rows.length === 0) return;
      await tx.execute('UPDATE email_messages SET lease_until = NOW(3) + INTERVAL :lease SECOND WHERE id IN (:ids)', {
        lease: this.leaseSeconds,
        ids: rows.map(({ id }) => id),
      });
    });
  }

  private get leaseSeconds(): number {
    return this.config.mail.leaseSeconds;
  }

  private messageId(emailId: number): string {
    return messageIdOf(this.keys, emailId, this.config.http.publicUrl);
  }

  /** Skips messages whose recipient may no longer be emailed, with the reason; it is decided here, at the last moment. */
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
    );
  }

  private async markSending(tx: Tx, rows: readonly DueRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `UPDATE email_messages
          SET state = 'sending', fence = fence + 1, attempts = attempts + 1, sending_at = NOW(3), next_attempt_at = NULL,
              lease_owner = :owner, lease_until = NOW(3) + INTERVAL :lease SECOND
        WHERE id IN (:ids)`,
      { lease: this.leaseSeconds, owner: this.owner, ids: rows.map((row) => row.id) },
    );
  }
}
