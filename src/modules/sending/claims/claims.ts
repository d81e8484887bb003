import { Inject, Injectable } from '@nestjs/common';
import { jsonRows } from '../../../platform/sql/json-rows.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { SERVER } from '../../../platform/database/server-watch.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { Keys } from '../../../platform/secrets/keys.js';
import { keepRenewed, type LeaseHolder, leaseHolder } from '../../../platform/work/lease.js';
import type { EmailSource } from '../../../events/email-state.js';
import { type DueRow, DueMessages } from './due-messages.js';
import type { ClaimedMessage } from '../ledger/claimed-message.js';
import type { Recipient } from '../../mail-content/recipients.queries.js';
import { DestinationPacing } from './destination-pacing.js';
import { Eligibility, type Waiting } from './eligibility.js';
import { firstMessageOf } from '../ledger/email-snapshot.js';
import { messageIdOf } from '../ledger/message-id.js';
import { EMAILS, MESSAGE_LEASE } from '../ledger/message-states.js';
import { RestoreDetector } from '../restore/restore-detector.service.js';
import type { Audience } from '../ledger/sending.entity.js';

export interface Claim {
  readonly messages: readonly ClaimedMessage[];
  /** Whether due messages were found, even if all of them were skipped; then there may be more. */
  readonly foundSome: boolean;
  /** When the first of the messages is due that wait; null without any. */
  readonly dueInMs: number | null;
}

interface ClaimOptions {
  readonly suspects?: boolean;
  readonly isUrgent?: boolean;
}

interface SendingRow {
  source_type: EmailSource['type'];
  source_id: number;
  audience: Audience;
  ignores_frequency_cap: 0 | 1;
  request_id: string | null;
  now: Date;
  /** Where the claim is made. */
  server: string;
}

const NOTHING: Claim = { messages: [], foundSome: false, dueInMs: null };
/** There may be more, once the server is known to have all claims. */
const ON_OTHER_SERVER: Claim = { ...NOTHING, foundSome: true };
/** Searches of one claim: messages that wait for their destination do not count. */
const MAX_SEARCHES = 5;
const SURPLUS = 50;
const WAITING = jsonRows({ id: 'BIGINT UNSIGNED', us: 'BIGINT' });

/**
 * Claims due messages. One transaction checks the source (under a share lock, so a pause that commits waits for this
 * claim and no message starts after it), checks the current state of each recipient, and sets the rows to `sending`.
 */
@Injectable()
export class Claims {
  private readonly holder: LeaseHolder;
  private readonly due = new DueMessages();
  /** Rows that a search finds in addition, while some must wait for their destination. */
  private surplus = 0;

  constructor(
    private readonly db: Database,
    private readonly keys: Keys,
    private readonly eligibility: Eligibility,
    private readonly restores: RestoreDetector,
    private readonly pacing: DestinationPacing,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    this.holder = leaseHolder(config.mail.leaseSeconds);
  }

  /**
   * Claims up to `limit` messages, of which at most one was interrupted before (none without `suspects`). With one
   * suspect in progress at a time, a message that kills its process does not take others with it.
   */
  async take(sendingId: number, senderId: number, limit: number, options: ClaimOptions = {}): Promise<Claim> {
    await this.pacing.refresh(senderId);
    const claim = await this.takeIn(sendingId, senderId, limit, options);
    // The server may have lost commits of its predecessor.
    if (claim === ON_OTHER_SERVER) await this.restores.check();
    // Remember the claim before the first byte leaves.
    await this.restores.memory.addClaim(claim.messages);
    return claim;
  }

  private async takeIn(
    sendingId: number,
    senderId: number,
    limit: number,
    { suspects = true, isUrgent = false }: ClaimOptions,
  ): Promise<Claim> {
    return this.db.transaction(async (tx) => {
      const sending = await this.openSending(tx, sendingId);
      if ('foundSome' in sending) return sending;
      const source: EmailSource = { type: sending.source_type, id: sending.source_id };
      const messages: ClaimedMessage[] = [];
      let dueInMs: number | null = null;
      let found = 0;
      for (let search = 0; search < MAX_SEARCHES && messages.length < limit; search += 1) {
        const hasSuspect = messages.some(({ isSuspect }) => isSuspect);
        const room = limit - messages.length;
        const due = await this.due.lock(tx, source, room + this.surplus, suspects && !hasSuspect);
        if (due.length === 0) break;
        found += due.length;
        // Taken before recipients are read, so that their age is never underestimated.
        const claimedAt = performance.now();
        const { going, waiting } = this.sortByDestination(senderId, due, room, isUrgent);
        const { eligible, waiting: capped } = await this.eligibility.sortOut(tx, source, going, sending);
        waiting.push(...capped);
        this.surplus = waiting.length > 0 ? SURPLUS : 0;
        await postpone(tx, waiting);
        for (const { ms } of waiting) dueInMs = Math.min(dueInMs ?? Infinity, ms);
        const untracked = new Set([...eligible.keys()].filter((row) => !this.isTracked(row, eligible.get(row))));
        const taken = await MESSAGE_LEASE.take(
          tx,
          [...eligible.keys()],
          this.holder,
          `${EMAILS.becomes('claim')}, attempts = attempts + 1, sending_at = NOW(3), next_attempt_at = NULL`,
          { sql: 'tracked = id NOT IN (:untracked)', params: { untracked: [0, ...idsOf([...untracked])] } },
        );
        for (const row of taken) {
          const recipient = eligible.get(row);
          if (recipient) messages.push(this.claimed(row, recipient, !untracked.has(row), sending, claimedAt));
        }
        if (waiting.length === 0) break;
      }
      return { messages, foundSome: found > 0, dueInMs };
    });
  }

  /** @returns the sending, share-locked, or why nothing of it is claimed. */
  private async openSending(tx: Tx, sendingId: number): Promise<SendingRow | Claim> {
    const { latest, server } = this.restores.memory;
    const [sending] = await tx.query<SendingRow>(
      // A database that is behind the last heartbeat was rolled back: messages that it has as unsent may have been
      // sent.
      `SELECT source_type, source_id, audience, ignores_frequency_cap, request_id, NOW(3) AS now, ${SERVER} AS server FROM sendings
        WHERE id = :sendingId AND state = 'open' AND (waiting_until IS NULL OR waiting_until <= NOW(3))
          AND NOT EXISTS (SELECT 1 FROM sending_beats WHERE series = :series AND number < :number)
         LOCK IN SHARE MODE`,
      { sendingId, series: latest.series, number: latest.number },
    );
    if (!sending) return NOTHING;
    return sending.server === server || server === '' ? sending : ON_OTHER_SERVER;
  }

  /** As `Eligibility`. */
  async isStillWanted(message: ClaimedMessage): Promise<boolean> {
    return this.eligibility.isStillWanted(message);
  }

  /** The result of a message is stored, or it is given up. */
  finish({ id }: ClaimedMessage): void {
    this.restores.memory.unfinished.delete(id);
  }

  async renew(messages: readonly ClaimedMessage[]): Promise<void> {
    await MESSAGE_LEASE.renew(this.db, messages, this.holder);
  }

  /** @returns a function that stops the renewals. */
  keepRenewed(messages: () => readonly ClaimedMessage[]): () => void {
    return keepRenewed(this.holder, () => this.renew(messages()));
  }

  /** Decided with the first attempt, and kept: one message is the same in all attempts. */
  private isTracked({ tracked }: DueRow, recipient: Recipient | undefined): boolean {
    return tracked === null ? this.eligibility.mayTrack(recipient) : tracked === 1;
  }

  private claimed(
    row: DueRow,
    recipient: Recipient,
    tracked: boolean,
    sending: SendingRow,
    claimedAt: number,
  ): ClaimedMessage {
    return {
      id: row.id,
      fence: row.fence + 1,
      attempts: row.attempts + 1,
      contentId: row.content_id,
      messageId: messageIdOf(this.keys, firstMessageOf({ ...row, ...sending }), this.config.http.publicUrl),
      recipient,
      tracked,
      source: { type: sending.source_type, id: sending.source_id },
      key: row.recipient_key,
      isSuspect: row.interruptions > 0,
      claimedAt,
      takenAt: sending.now,
      requestId: row.request_id ?? sending.request_id,
    };
  }

  /** Rows behind the last one that fits are neither claimed nor postponed. */
  private sortByDestination(senderId: number, due: readonly DueRow[], room: number, isUrgent: boolean) {
    const going: DueRow[] = [];
    const waiting: Waiting[] = [];
    for (const row of due) {
      if (going.length === room) break;
      const ms = this.pacing.waitOf(senderId, row.email, isUrgent);
      if (ms === null) going.push(row);
      else waiting.push({ row, ms });
    }
    return { going, waiting };
  }
}

/** Messages that wait for their destination or the frequency cap stay as they are, and are due later. */
async function postpone(tx: Tx, waiting: readonly Waiting[]): Promise<void> {
  if (waiting.length === 0) return;
  const rows = waiting.map(({ row, ms }) => ({ id: row.id, us: Math.ceil(ms * 1_000) }));
  await tx.execute(
    `UPDATE email_messages m
       JOIN ${WAITING} w ON w.id = m.id
        SET m.next_attempt_at = NOW(3) + INTERVAL w.us MICROSECOND`,
    { rows: JSON.stringify(rows) },
    { ids: idsOf(rows) },
  );
}
