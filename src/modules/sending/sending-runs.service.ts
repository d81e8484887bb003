import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import { lockFirst } from '../../platform/database/lock-first.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { currentRequestId } from '../../platform/tracing/request-trace.js';
import { type EmailSource, type EmailState, OPEN_STATES } from '../../events/email-state.js';
import { failedEvent, sentEvent } from './email-outcome-events.js';
import type { SnapshotRow } from './email-snapshot.js';
import { SendingTallies } from './counts/sending-tallies.js';
import { messagesIn } from './messages-in.js';
import type { Pacing } from './pacing/pacing.js';
import type { Audience, SendingState } from './sending.entity.js';

export interface NewMail {
  /** Unique within the source: who gets the same key twice gets one mail. */
  readonly key: string;
  /** Null for people of the house. */
  readonly contactId: number | null;
  readonly email: string;
  readonly contentId: number;
  /** Which of several contents this is; only for those who compare them. */
  readonly variant?: string | null;
  /** Absent: as soon as possible. */
  readonly notBefore?: Date | null;
  /** The request that it goes back to, where that is not the one that is being worked for. */
  readonly requestId?: string | null;
}

export interface NewRecipient extends NewMail {
  readonly contactId: number;
}

/** How the mails of a sending leave. */
export interface SendingPlan {
  /** Null for the installation's own mail server. */
  readonly senderId: number | null;
  readonly pacing: Pacing | null;
  /** Whom its mails may go to; absent for subscribed contacts. */
  readonly audience?: Audience;
}

export interface SendingProgress {
  readonly byState: Readonly<Partial<Record<EmailState, number>>>;
  /** Mails handed over in the last minute, as mails per second. */
  readonly ratePerSecond: number;
  readonly waitingReason: string | null;
}

/** What a person may say about a mail of which nobody knows whether it arrived. */
export type UnknownVerdict = 'sent' | 'failed' | 'resend';

interface UnknownRow extends SnapshotRow {
  readonly at: Date;
}

const CANCELLED_AT_ONCE = 1_000;
/** Not `unknown`: it may have arrived, and nothing that is said now changes that. */
const CANCELLABLE = ['pending', 'deferred'] as const satisfies readonly EmailState[];
export const UNKNOWN_PER_STEP = 500;

// Spread into parameters: a source is two columns wherever the ledger is asked.
const params = ({ type, id }: EmailSource): { readonly type: string; readonly id: number } => ({ type, id });

/** The ledger as its owners (campaigns, later funnels) use it. What happens on the wire is the worker's business. */
@Injectable()
export class SendingRuns {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly tallies: SendingTallies,
  ) {}

  /** Begins a flow; the worker's sweeper finds it, a doorbell makes it quicker. */
  async open(tx: Tx, source: EmailSource, { senderId, pacing, audience = 'subscribed' }: SendingPlan): Promise<void> {
    await tx.execute(
      `INSERT INTO sendings (source_type, source_id, audience, sender_id, pacing, state, request_id)
       VALUES (:type, :id, :audience, :senderId, :pacing, 'open', :requestId)
       ON DUPLICATE KEY UPDATE state = 'open', audience = VALUES(audience), sender_id = VALUES(sender_id),
         pacing = VALUES(pacing), request_id = VALUES(request_id),
         waiting_reason = NULL, waiting_until = NULL`,
      {
        ...{ ...params(source), audience, senderId, requestId: currentRequestId() },
        pacing: pacing === null ? null : JSON.stringify(pacing),
      },
    );
  }

  /**
   * Sees to it that a flow that never ends has begun, for those who send a mail now and then. Its wait and its hold are
   * left as they are: who adds a mail to it decides neither.
   */
  async join(tx: Tx, source: EmailSource, plan: Omit<SendingPlan, 'pacing'>): Promise<void> {
    const { senderId, audience = 'subscribed' } = plan;
    const [known] = await tx.query<{ sender_id: number | null }>(
      'SELECT sender_id FROM sendings WHERE source_type = :type AND source_id = :id',
      { ...params(source) },
    );
    if (known?.sender_id === senderId) return;
    await tx.execute(
      // After a restored backup nothing begins by itself.
      `INSERT INTO sendings (source_type, source_id, audience, sender_id, pacing, state)
       VALUES (:type, :id, :audience, :senderId, NULL,
               IF(EXISTS (SELECT 1 FROM sending_beats WHERE restored_at IS NOT NULL), 'held', 'open'))
       ON DUPLICATE KEY UPDATE sender_id = VALUES(sender_id), waiting_reason = NULL, waiting_until = NULL`,
      { ...params(source), audience, senderId },
    );
  }

  /** After the commit no new mail of this source begins. */
  async hold(tx: Tx, source: EmailSource): Promise<void> {
    await this.changeState(tx, source, 'held');
  }

  async resume(tx: Tx, source: EmailSource): Promise<void> {
    await this.changeState(tx, source, 'open');
  }

  /** The flow has come to its end: nothing of it is open any more. */
  async close(tx: Tx, source: EmailSource): Promise<void> {
    await this.changeState(tx, source, 'closed');
  }

  /**
   * Ends a flow for good. What is on its way arrives; what waits is cancelled: the first few now, and the rest by the
   * worker, because one statement over a million rows would hold its locks for minutes.
   */
  async cancel(tx: Tx, source: EmailSource): Promise<void> {
    await this.changeState(tx, source, 'closing');
    await this.cancelSome(tx, source, CANCELLED_AT_ONCE);
  }

  /** @returns how many of the mails that wait were cancelled, at most `limit`. */
  async cancelSome(tx: Tx, source: EmailSource, limit: number): Promise<number> {
    let cancelled = 0;
    for (const state of CANCELLABLE) {
      if (cancelled === limit) break;
      const rows = await lockFirst(limit - cancelled, messagesIn(tx, source, [state]));
      if (rows.length === 0) continue;
      await tx.execute(
        `UPDATE email_messages SET state = 'cancelled', next_attempt_at = NULL, settled_at = NOW(3) WHERE id IN (:ids)`,
        { ids: rows.map((row) => row.id) },
      );
      cancelled += rows.length;
    }
    await this.tallies.change(tx, source, { cancelled });
    return cancelled;
  }

  /**
   * A flow that had come to its end goes on. One that was ended by hand stays ended.
   * @returns whether it is open now.
   */
  async reopen(tx: Tx, source: EmailSource): Promise<boolean> {
    const { affectedRows } = await tx.execute(
      `UPDATE sendings SET state = 'open' WHERE source_type = :type AND source_id = :id AND state IN ('open', 'closed')`,
      { ...params(source) },
    );
    return affectedRows > 0;
  }

  /**
   * Adds recipients. A key that is there already stays as it is, so a chunk may be written twice; two of the same source
   * are not written at the same moment, for their owner holds his row meanwhile.
   */
  async enrol(tx: Tx, source: EmailSource, recipients: readonly NewMail[]): Promise<void> {
    const known = await this.knownKeys(tx, source, recipients);
    const added = recipients.filter(({ key }) => !known.has(key));
    await tx.insertRows(
      'email_messages',
      // prettier-ignore
      ['source_type', 'source_id', 'recipient_key', 'content_id', 'contact_id', 'email', 'variant', 'next_attempt_at',
        'request_id'],
      added.map(({ key, contactId, email, contentId, variant = null, notBefore = null, ...mail }) => [
        ...[source.type, source.id, key, contentId, contactId, email, variant, notBefore],
        // All mails of a campaign go back to one request, which its flow knows.
        source.type === 'campaign' ? null : (mail.requestId ?? currentRequestId()),
      ]),
    );
    await this.tallies.change(tx, source, { enrolled: added.length });
  }

  /** The request that began the flow; null where a clock did. */
  async requestOf(tx: Tx, source: EmailSource): Promise<string | null> {
    const [row] = await tx.query<{ requestId: string | null }>(
      'SELECT request_id AS requestId FROM sendings WHERE source_type = :type AND source_id = :id',
      { ...params(source) },
    );
    return row?.requestId ?? null;
  }

  /** Whether nothing of it leaves for now: it is paused, or the database was restored and nobody has looked yet. */
  async isHeld(tx: Tx, source: EmailSource): Promise<boolean> {
    const rows = await tx.query(
      `SELECT 1 AS held FROM sendings WHERE source_type = :type AND source_id = :id AND state = 'held'`,
      { ...params(source) },
    );
    return rows.length > 0;
  }

  /** True when no message of the source can still change by itself. */
  async isSettled(tx: Tx, source: EmailSource): Promise<boolean> {
    const rows = await tx.query(
      `SELECT 1 AS open_message FROM email_messages
        WHERE source_type = :type AND source_id = :id AND state IN (:open) LIMIT 1`,
      { ...params(source), open: OPEN_STATES },
    );
    return rows.length === 0;
  }

  /** Cheap at any size: only what is open right now is counted, everything else was counted as it happened. */
  async progress(source: EmailSource): Promise<SendingProgress> {
    const { enrolled, sentPerSecond, ...settled } = await this.tallies.of(source);
    const [open] = await this.db.query<{ sending: number; deferred: number }>(
      `SELECT (SELECT COUNT(*) FROM email_messages
                WHERE source_type = :type AND source_id = :id AND state = 'sending') AS sending,
              (SELECT COUNT(*) FROM email_messages
                WHERE source_type = :type AND source_id = :id AND state = 'deferred') AS deferred`,
      { ...params(source) },
    );
    const { sending = 0, deferred = 0 } = open ?? {};
    const final = Object.values(settled).reduce((total, count) => total + count, 0);
    // The two questions are asked one after the other: what moved between them must not make less than nothing.
    const pending = Math.max(0, enrolled - final - sending - deferred);
    const [row] = await this.db.query<{ waiting_reason: string | null }>(
      `SELECT waiting_reason FROM sendings
        WHERE source_type = :type AND source_id = :id AND state = 'open' AND waiting_until > NOW(3)`,
      { ...params(source) },
    );
    const byState = { pending, sending, deferred, ...settled };
    return {
      byState: Object.fromEntries(Object.entries(byState).filter(([, count]) => count > 0)),
      ratePerSecond: sentPerSecond,
      waitingReason: row?.waiting_reason ?? null,
    };
  }

  /**
   * A person decides about mails of which nobody knows whether they arrived (`ON_UNKNOWN=hold`): one step, so that
   * whoever has many repeats it. The caller sees to it that the flow is open when mails are to be sent again.
   * @param emailIds all of the source when absent; others than unknown ones are left alone.
   * @returns how many were decided; fewer than UNKNOWN_PER_STEP mean that it was the last step.
   */
  async settleUnknown(tx: Tx, source: EmailSource, as: UnknownVerdict, emailIds?: readonly number[]): Promise<number> {
    if (emailIds?.length === 0) return 0;
    const rows = await tx.query<UnknownRow>(
      `SELECT id, source_type, source_id, recipient_key, contact_id, email, subject, message_id,
              COALESCE(sending_at, NOW(3)) AS at
         FROM email_messages
        WHERE source_type = :type AND source_id = :id AND state = 'unknown'
          ${emailIds === undefined ? '' : 'AND id IN (:emailIds)'}
        ORDER BY id LIMIT ${UNKNOWN_PER_STEP} FOR UPDATE`,
      { ...params(source), ...(emailIds === undefined ? {} : { emailIds }) },
    );
    if (rows.length === 0) return 0;
    const state = as === 'resend' ? 'pending' : as;
    await tx.execute(
      `UPDATE email_messages
          SET state = :state, reason = :reason, interruptions = 0, next_attempt_at = NULL,
              settled_at = IF(:state = 'pending', NULL, NOW(3))
        WHERE id IN (:ids)`,
      { state, reason: as === 'resend' ? null : 'settled_by_hand', ids: rows.map((row) => row.id) },
    );
    if (as !== 'resend')
      await this.outbox.appendAll(
        tx,
        rows.map((row) => (as === 'sent' ? sentEvent(row, row.at) : failedEvent(row, row.at))),
      );
    await this.tallies.change(tx, source, {
      unknown: -rows.length,
      ...(state === 'pending' ? {} : { [state]: rows.length }),
    });
    return rows.length;
  }

  private async knownKeys(tx: Tx, source: EmailSource, recipients: readonly NewMail[]): Promise<Set<string>> {
    if (recipients.length === 0) return new Set();
    const rows = await tx.query<{ recipient_key: string }>(
      `SELECT recipient_key FROM email_messages
        WHERE source_type = :type AND source_id = :id AND recipient_key IN (:keys)`,
      { ...params(source), keys: recipients.map(({ key }) => key) },
    );
    return new Set(rows.map((row) => row.recipient_key));
  }

  private async changeState(tx: Tx, source: EmailSource, state: SendingState): Promise<void> {
    await tx.execute(
      `UPDATE sendings SET state = :state, waiting_reason = NULL, waiting_until = NULL
        WHERE source_type = :type AND source_id = :id AND state NOT IN (${state === 'closed' ? `'closed'` : `'closing', 'closed'`})`,
      { ...params(source), state },
    );
  }
}
