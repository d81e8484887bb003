import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { lockFirst } from '../../../platform/database/lock-first.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { currentRequestId } from '../../../platform/tracing/request-trace.js';
import { type EmailSource, type EmailState, isAnnounced, OPEN_STATES } from '../../../events/email-state.js';
import { failedEvent, sentEvent, type SnapshotRow } from './email-snapshot.js';
import { probeNow } from '../../senders/destinations/destination-states.js';
import { OWN_SENDER } from '../../../platform/smtp/mail-server.js';
import { SendingCounters } from '../counters/sending-counters.js';
import { SendingNotifier } from './sending-notifier.service.js';
import { EMAILS, ENDED, messagesIn } from './message-states.js';
import type { Pacing } from '../pacing/pacing.js';
import { type Audience, NOT_WAITING, SENDINGS, type SendingState } from './sending.entity.js';

export interface NewEmail {
  /** Unique within the source; a repeated key gets no second email. */
  readonly key: string;
  /** Null for staff. */
  readonly contactId: number | null;
  readonly email: string;
  readonly contentId: number;
  /** The variant of an A/B test. */
  readonly variant?: string | null;
  /** Of the translation. */
  readonly language?: string | null;
  /** The subscription through which it goes. */
  readonly listId?: number | null;
  /** As soon as possible if omitted. */
  readonly notBefore?: Date | null;
  /** The API request that caused the email, if it is not the current one. */
  readonly requestId?: string | null;
  /** When it took a place under the frequency cap; null if its claim takes one. */
  readonly placeAt?: Date | null;
}

export interface NewRecipient extends NewEmail {
  readonly contactId: number;
}

export interface SendingPlan {
  /** Null for the sender of `SMTP_URL`. */
  readonly senderId: number | null;
  readonly pacing: Pacing | null;
  /** Who its emails may go to; subscribed contacts if omitted. */
  readonly audience?: Audience;
  /** Whether its owner calls `enrolled` once all recipients are there. */
  readonly isEnrolling?: boolean;
  /** Whether it sends regardless of the frequency cap. */
  readonly ignoresCap?: boolean;
}

export interface SendingProgress {
  readonly byState: Readonly<Partial<Record<EmailState, number>>>;
  /** Emails submitted per second during the last minute. */
  readonly ratePerSecond: number;
  readonly waitingReason: string | null;
}

/** A manager's decision on an email in doubt. */
export type UnknownVerdict = 'sent' | 'failed' | 'resend';

interface SendingRow {
  readonly sender_id: number | null;
  /** The API request that opened it; null if a timer did. */
  readonly request_id: string | null;
  readonly state: SendingState;
}

interface UnknownRow extends SnapshotRow {
  readonly at: Date;
}

/** A lasting refusal of the emails to a domain. */
export type Refusal = Readonly<{ domain: string; since: Date; reason: string }>;

const CANCELLED_AT_ONCE = 1_000;
const RESUMED_AT_ONCE = 1_000;
const REFUSED_AT_ONCE = 10_000;
export const UNKNOWN_PER_STEP = 500;

/** The event for each decision on an email in doubt. */
const SETTLED_BY = { sent: 'confirm', failed: 'giveUp', resend: 'resend' } as const;

const IS_SOURCE = 'source_type = :type AND source_id = :id';

/** The ledger for its owners, such as campaigns and funnels. Workers do the sending. */
@Injectable()
export class SendingRuns {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly counters: SendingCounters,
    private readonly notifier: SendingNotifier,
  ) {}

  /** Opens a sending. The scan finds it; a notification is faster. */
  async open(tx: Tx, source: EmailSource, plan: SendingPlan): Promise<void> {
    const { senderId, pacing, audience = 'subscribed', isEnrolling = false, ignoresCap = false } = plan;
    await tx.execute(
      `INSERT INTO sendings (source_type, source_id, audience, sender_id, pacing, state, request_id, enrolled_at, ignores_frequency_cap)
       VALUES (:type, :id, :audience, :senderId, :pacing, 'open', :requestId, IF(:isEnrolling, NULL, NOW(3)), :ignoresCap)
       ON DUPLICATE KEY UPDATE ${SENDINGS.becomes('open')}, audience = VALUES(audience), sender_id = VALUES(sender_id),
         pacing = VALUES(pacing), request_id = VALUES(request_id), ignores_frequency_cap = VALUES(ignores_frequency_cap),
         waiting_reason = NULL, waiting_until = NULL`,
      {
        ...{ ...source, audience, senderId, requestId: currentRequestId(), isEnrolling: isEnrolling ? 1 : 0 },
        ignoresCap,
        pacing: pacing === null ? null : JSON.stringify(pacing),
      },
    );
  }

  /** Enqueues emails of a source that sends without end, and notifies the workers. Call it last, as it locks counters. */
  async submit(
    tx: Tx,
    source: EmailSource,
    plan: Pick<SendingPlan, 'senderId' | 'audience'>,
    emails: readonly NewEmail[],
  ): Promise<void> {
    if (emails.length === 0) return;
    await this.join(tx, source, plan);
    await this.enrol(tx, source, emails);
    tx.afterCommit(() => {
      this.notifier.notify(source);
    });
  }

  /** Opens a permanent sending unless it exists. An existing wait or hold stays unchanged. */
  private async join(tx: Tx, source: EmailSource, plan: Pick<SendingPlan, 'senderId' | 'audience'>): Promise<void> {
    const { senderId, audience = 'subscribed' } = plan;
    if ((await this.find(tx, source))?.sender_id === senderId) return;
    await tx.execute(
      // After a restored backup, nothing starts by itself.
      `INSERT INTO sendings (source_type, source_id, audience, sender_id, pacing, state)
       VALUES (:type, :id, :audience, :senderId, NULL,
               IF(EXISTS (SELECT 1 FROM sending_beats WHERE restored_at IS NOT NULL), 'held', 'open'))
       ON DUPLICATE KEY UPDATE sender_id = VALUES(sender_id), waiting_reason = NULL, waiting_until = NULL`,
      { ...source, audience, senderId },
    );
  }

  /** Returns the id of the intended sender. */
  async senderOf(tx: Tx, source: EmailSource): Promise<number> {
    return (await this.find(tx, source))?.sender_id ?? OWN_SENDER;
  }

  /** All recipients are in the ledger. */
  async enrolled(tx: Tx, source: EmailSource): Promise<void> {
    await tx.execute(`UPDATE sendings SET enrolled_at = NOW(3) WHERE ${IS_SOURCE}`, source);
  }

  /** After the commit, no new email of this source starts. */
  async hold(tx: Tx, source: EmailSource): Promise<void> {
    await this.change(tx, source, 'hold');
  }

  /** Emails that quarantined providers refused are tried again now. */
  async resume(tx: Tx, source: EmailSource): Promise<void> {
    await this.change(tx, source, 'resume');
    await probeNow(tx, await this.senderOf(tx, source));
    await tx.execute(
      // Refused without a counted attempt: they wait for their destination or the mail server.
      `UPDATE email_messages SET next_attempt_at = NOW(3)
        WHERE ${IS_SOURCE} AND state = 'deferred' AND attempts = 0 AND next_attempt_at > NOW(3)
        ORDER BY next_attempt_at LIMIT ${RESUMED_AT_ONCE}`,
      source,
      { ids: [] },
    );
  }

  /** Closes a sending that has no open messages. */
  async close(tx: Tx, source: EmailSource): Promise<void> {
    await this.change(tx, source, 'close');
  }

  /**
   * Ends a sending. Emails in progress are delivered; waiting emails are cancelled: the first ones now, the others by
   * the worker, because one statement over a million rows would hold locks for minutes.
   */
  async cancel(tx: Tx, source: EmailSource): Promise<void> {
    await this.change(tx, source, 'cancel');
    await this.cancelSome(tx, source, CANCELLED_AT_ONCE);
  }

  /** @returns how many waiting emails were cancelled, at most `limit`. */
  async cancelSome(tx: Tx, source: EmailSource, limit: number): Promise<number> {
    let cancelled = 0;
    for (const state of EMAILS.from('cancel')) {
      if (cancelled === limit) break;
      const rows = await lockFirst(limit - cancelled, messagesIn(tx, source, [state]));
      await this.cancelLocked(tx, source, idsOf(rows));
      cancelled += rows.length;
    }
    return cancelled;
  }

  /** Cancels messages of one source, which the transaction has locked in a state that allows it. */
  async cancelLocked(tx: Tx, source: EmailSource, ids: readonly number[]): Promise<void> {
    await EMAILS.moveLocked(tx, 'cancel', ids, { set: ENDED });
    await this.counters.change(tx, source, { cancelled: ids.length });
  }

  /** Reopens a finished sending, but not a cancelled one. @returns whether it is open now. */
  async reopen(tx: Tx, source: EmailSource): Promise<boolean> {
    return (await SENDINGS.move(tx, 'reopen', { where: IS_SOURCE, params: source })) > 0;
  }

  /** Existing keys stay unchanged, so a chunk may be written twice. The owner holds its own row lock. */
  async enrol(tx: Tx, source: EmailSource, recipients: readonly NewEmail[]): Promise<void> {
    const keys = recipients.map(({ key }) => key);
    const known = await this.idsOf(tx, source, keys);
    const added = recipients.filter(({ key }) => !known.has(key));
    await tx.insertRows(
      'email_messages',
      // oxfmt-ignore
      ['source_type', 'source_id', 'recipient_key', 'content_id', 'contact_id', 'email', 'variant', 'language', 'next_attempt_at',
        'sending_at', 'request_id', 'list_id'],
      added.map(({ key, contactId, email, contentId, variant = null, language = null, notBefore = null, ...mail }) => [
        ...[source.type, source.id, key, contentId, contactId, email, variant, language, notBefore],
        mail.placeAt ?? null,
        // All emails of a campaign belong to one request, which is stored in the sending.
        source.type === 'campaign' ? null : (mail.requestId ?? currentRequestId()),
        mail.listId ?? null,
      ]),
    );
    await this.counters.change(tx, source, { enrolled: added.length });
  }

  /** Returns true when no message of the source can change by itself. */
  async isSettled(tx: Tx, source: EmailSource): Promise<boolean> {
    const rows = await tx.query(
      `SELECT 1 AS open_message FROM email_messages
        WHERE ${IS_SOURCE} AND state IN (:open) LIMIT 1`,
      { ...source, open: OPEN_STATES },
    );
    return rows.length === 0;
  }

  /** Returns the progress. Cheap at any size: only messages in progress are counted, the rest comes from counters. */
  async progress(source: EmailSource): Promise<SendingProgress> {
    const { enrolled, sentPerSecond, ...settled } = await this.counters.of(source);
    const [open] = await this.db.query<{ sending: number; deferred: number }>(
      `SELECT (SELECT COUNT(*) FROM email_messages
                WHERE ${IS_SOURCE} AND state = 'sending') AS sending,
              (SELECT COUNT(*) FROM email_messages
                WHERE ${IS_SOURCE} AND state = 'deferred') AS deferred`,
      source,
    );
    const { sending = 0, deferred = 0 } = open ?? {};
    const final = Object.values(settled).reduce((total, count) => total + count, 0);
    // The two queries are not atomic, so the difference must not become negative.
    const pending = Math.max(0, enrolled - final - sending - deferred);
    const [row] = await this.db.query<{ waiting_reason: string | null }>(
      `SELECT waiting_reason FROM sendings
        WHERE ${IS_SOURCE} AND state = 'open' AND waiting_until > NOW(3)`,
      source,
    );
    const byState = { pending, sending, deferred, ...settled };
    return {
      byState: Object.fromEntries(Object.entries(byState).filter(([, count]) => count > 0)),
      ratePerSecond: sentPerSecond,
      waitingReason: row?.waiting_reason ?? null,
    };
  }

  /**
   * Resolves messages in doubt as a manager decided (`ON_UNKNOWN=hold`), up to UNKNOWN_PER_STEP per call. To resend,
   * the caller must keep the sending open.
   * @param emailIds all of the source if omitted; ids in other states are ignored.
   * @returns how many were resolved; fewer than UNKNOWN_PER_STEP if none is left.
   */
  async settleUnknown(tx: Tx, source: EmailSource, as: UnknownVerdict, emailIds?: readonly number[]): Promise<number> {
    if (emailIds?.length === 0) return 0;
    const rows = await tx.query<UnknownRow>(
      `SELECT id, source_type, source_id, recipient_key, contact_id, email, subject, message_id, tracked,
              COALESCE(sending_at, NOW(3)) AS at
         FROM email_messages
        WHERE ${IS_SOURCE} AND ${EMAILS.may('resend')}
          ${emailIds === undefined ? '' : 'AND id IN (:emailIds)'}
        ORDER BY id LIMIT ${UNKNOWN_PER_STEP} FOR UPDATE`,
      { ...source, ...(emailIds === undefined ? {} : { emailIds }) },
    );
    if (rows.length === 0) return 0;
    await EMAILS.moveLocked(tx, SETTLED_BY[as], idsOf(rows), {
      set: 'reason = :reason, interruptions = 0, next_attempt_at = NULL, settled_at = IF(:isSettled, NOW(3), NULL)',
      params: { reason: as === 'resend' ? null : 'settled_by_hand', isSettled: as !== 'resend' },
    });
    if (as !== 'resend')
      await this.outbox.appendAll(
        tx,
        rows.map((row) => (as === 'sent' ? sentEvent(row, row.at) : failedEvent(row, row.at))),
      );
    await this.counters.change(tx, source, {
      unknown: -rows.length,
      ...(as === 'resend' ? {} : { [as]: rows.length }),
    });
    return rows.length;
  }

  /** Stores why emails to a domain wait, and fails those that have waited for two days; some thousand at a time. */
  async refuse(tx: Tx, source: EmailSource, { domain, since, reason }: Refusal): Promise<void> {
    const isOver = 'GREATEST(created_at, :since) < NOW(3) - INTERVAL 2 DAY';
    const rows = await tx.query<UnknownRow & { readonly is_over: 0 | 1 }>(
      `SELECT id, source_type, source_id, recipient_key, contact_id, email, subject, message_id, tracked, NOW(3) AS at,
              ${isOver} AS is_over
         FROM email_messages
        WHERE ${IS_SOURCE} AND ${EMAILS.may('expire')}
          AND SUBSTRING_INDEX(email, '@', -1) = :domain AND (${isOver} OR NOT reason <=> :reason)
        LIMIT ${REFUSED_AT_ONCE} FOR UPDATE SKIP LOCKED`,
      { ...source, domain, since, reason },
    );
    const failed = rows.filter((row) => row.is_over === 1);
    if (rows.length === 0) return;
    const [ids, over] = [idsOf(rows), [0, ...idsOf(failed)]];
    await tx.execute(
      `UPDATE email_messages
          SET reason = :reason, state = IF(id IN (:over), :expired, state), settled_at = IF(id IN (:over), NOW(3), NULL),
              next_attempt_at = IF(id IN (:over), NULL, next_attempt_at)
        WHERE id IN (:ids)`,
      { reason, ids, over, expired: EMAILS.to('expire') },
      { ids },
    );
    const events = isAnnounced(source) ? failed.map((row) => failedEvent(row, row.at)) : [];
    await this.outbox.appendAll(tx, events);
    await this.counters.change(tx, source, { failed: failed.length });
  }

  /** Returns the ids of messages by their keys within the source. */
  async idsOf(tx: Tx, source: EmailSource, keys: readonly string[]): Promise<Map<string, number>> {
    if (keys.length === 0) return new Map();
    const rows = await tx.query<{ id: number; recipient_key: string }>(
      `SELECT id, recipient_key FROM email_messages
        WHERE ${IS_SOURCE} AND recipient_key IN (:keys)`,
      { ...source, keys },
    );
    return new Map(rows.map((row) => [row.recipient_key, row.id]));
  }

  /** Returns the sending of a source, as the transaction sees it. */
  async find(tx: Tx, source: EmailSource): Promise<SendingRow | undefined> {
    const sql = `SELECT sender_id, request_id, state FROM sendings WHERE ${IS_SOURCE}`;
    return (await tx.query<SendingRow>(sql, source))[0];
  }

  private async change(tx: Tx, source: EmailSource, event: 'hold' | 'resume' | 'close' | 'cancel'): Promise<void> {
    await SENDINGS.move(tx, event, { where: IS_SOURCE, params: source, set: NOT_WAITING });
  }
}
