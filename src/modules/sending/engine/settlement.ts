import { Inject, Injectable, Logger } from '@nestjs/common';
import { jsonRows } from '../../../platform/sql/json-rows.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import { ResultBatch } from '../../../platform/work/result-batch.js';
import { emailSnapshot, failedEvent, sentEvent } from '../ledger/email-snapshot.js';
import { type EmailSource, type EmailState, isAnnounced, sourceKey } from '../../../events/email-state.js';
import { BounceBacklog } from '../bounces/bounce-backlog.js';
import { type ClaimedMessage, isFirstAttempt } from '../ledger/claimed-message.js';
import { EMAILS, MESSAGE_LEASE } from '../ledger/message-states.js';
import { SendingCounters } from '../counters/sending-counters.js';
import { bounceTypeOf, type SendOutcome } from '../../../platform/smtp/smtp-reply.js';

export interface Result {
  readonly message: ClaimedMessage;
  readonly subject: string;
  readonly outcome: SendOutcome;
  readonly at: Date;
  /** The wait for the destination, if it limits emails. */
  readonly destinationWaitMs?: number | null;
}

interface Change {
  readonly state: EmailState;
  readonly smtpCode: string | null;
  readonly reason: string | null;
  /** Null: no retry. */
  readonly retryInMs: number | null;
  readonly charged: boolean;
}

interface Settled {
  readonly result: Result;
  readonly change: Change;
  /** The contact was erased or deleted during submission; nothing that identifies them may be stored. */
  readonly isErased: boolean;
}

const NOT_SENT_RETRY_MS = 5_000;
const PROVIDER_FAULT_RETRY_MS = 60_000;
const MAX_REASON_LENGTH = 190;
const RESULTS = jsonRows({
  ...{
    id: 'BIGINT UNSIGNED',
    email: 'VARCHAR(255)',
    state: 'VARCHAR(16)',
    bounce: 'VARCHAR(4)',
    subject: 'VARCHAR(255)',
  },
  ...{ message_id: 'VARCHAR(255)', code: 'VARCHAR(16)', reason: 'VARCHAR(255)', retry_us: 'BIGINT' },
  ...{ uncharge: 'INT', undecided: 'INT' },
});

/**
 * The longest total deferral. Only waits of the retry schedule after an attempt count: not the time while a sending is
 * held, or while its server is unavailable or refuses every email.
 */
const PATIENCE_MS = 48 * 3_600_000;

/** @returns null if the message was deferred for too long. */
function waitBeforeRetry(attempts: number, retryScheduleMs: readonly number[]): number | null {
  const waitedMs = retryScheduleMs.slice(0, attempts - 1).reduce((sum, wait) => sum + wait, 0);
  return waitedMs < PATIENCE_MS ? (retryScheduleMs[attempts - 1] ?? null) : null;
}

/** Returns the change of a message for an outcome. It is pure, so that the table can be tested. */
export function changeFor(
  outcome: SendOutcome,
  attempts: number,
  retryScheduleMs: readonly number[],
  faultRetryMs = PROVIDER_FAULT_RETRY_MS,
): Change {
  const settled = { smtpCode: null, reason: null, retryInMs: null, charged: true };
  const later = { ...settled, state: EMAILS.to('defer'), charged: false };
  switch (outcome.kind) {
    case 'accepted':
      return { ...settled, state: EMAILS.to('accept'), smtpCode: outcome.code };
    case 'bounced':
      return { ...settled, state: EMAILS.to('bounce'), smtpCode: outcome.code, reason: outcome.response };
    case 'refused':
      return { ...settled, state: EMAILS.to('fail'), smtpCode: outcome.code, reason: outcome.response };
    case 'deferred': {
      const retryInMs = waitBeforeRetry(attempts, retryScheduleMs);
      const state = EMAILS.to(retryInMs === null ? 'fail' : 'defer');
      return { ...settled, state, smtpCode: outcome.code, reason: outcome.response, retryInMs };
    }
    case 'provider_fault': {
      const { code: smtpCode, response: reason } = outcome;
      return { ...later, smtpCode, reason, retryInMs: faultRetryMs };
    }
    case 'not_sent':
      return { ...later, reason: outcome.reason, retryInMs: NOT_SENT_RETRY_MS };
    case 'given_back':
      // Due as before, unless its domain had no free slot.
      return { ...settled, state: EMAILS.to('requeue'), retryInMs: outcome.afterMs ?? null, charged: false };
    case 'unknown':
      // The message is in doubt; after the lease the scan repeats or holds it.
      return { ...settled, state: EMAILS.to('await'), reason: outcome.reason };
  }
}

/** Returns the bounce type of a final outcome; null for a message that is retried. */
export function bounceOf(outcome: SendOutcome, { state }: Pick<Change, 'state'>): 'hard' | 'soft' | null {
  return state === 'bounced' || state === 'failed' ? bounceTypeOf(outcome) : null;
}

/** Fails a message without a final reply if its sending has ended. */
function withoutAnotherTry(change: Change): Change {
  if (change.state !== 'pending' && change.state !== 'deferred') return change;
  return { ...change, state: EMAILS.to('withdraw'), retryInMs: null };
}

/** Stores outcomes together with their events. */
@Injectable()
export class Settlement {
  private readonly logger = new Logger(Settlement.name);
  private readonly results = new ResultBatch<Result, boolean>({
    store: (results, ifLocked) => this.db.transaction((tx) => this.store(tx, results, ifLocked)),
    lost: false,
    // The in-doubt scan skips locked rows, so the result has to wait for the lock to be stored first.
    isRepeated: false,
    onFault: (error, consequence) => {
      if (consequence === 'lost') this.logger.error({ err: error }, 'Email result not stored');
    },
  });

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly counters: SendingCounters,
    private readonly bounces: BounceBacklog,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Resolves to whether the result is stored; else the lease expires. It waits for the database until `giveUp`. */
  async settle(result: Result): Promise<boolean> {
    return this.results.add(result);
  }

  /** For a shutdown that has waited long enough. */
  giveUp(): void {
    this.results.stop();
  }

  /**
   * Locks rows of the ledger only, never of contacts.
   * @returns the results except those of messages that are still leased by this process but were locked by others.
   */
  private async store(tx: Tx, results: readonly Result[], ifLocked: 'SKIP LOCKED' | ''): Promise<Map<Result, boolean>> {
    const { held, locked } = await MESSAGE_LEASE.lock<{ is_forgotten: number }, ClaimedMessage>(
      tx,
      results.map(({ message }) => message),
      'email IS NULL AS is_forgotten',
      ifLocked,
    );
    const stored = new Map(results.filter(({ message }) => !locked.has(message)).map((result) => [result, true]));
    const own = results.filter(({ message }) => held.has(message));
    if (own.length === 0) return stored;
    const ended = await this.endedSources(tx, own);
    const changes = own.map((result) => {
      const { outcome, message, destinationWaitMs } = result;
      const { retryScheduleMs } = this.config.mail;
      const change = changeFor(outcome, message.attempts, retryScheduleMs, destinationWaitMs ?? undefined);
      return {
        result,
        change: ended.has(sourceKey(message.source)) ? withoutAnotherTry(change) : change,
        isErased: held.get(message)?.is_forgotten === 1,
      };
    });
    await this.update(tx, changes);
    await this.bounces.add(
      tx,
      changes
        .filter(({ result: { outcome }, change }) => bounceOf(outcome, change) !== null)
        .flatMap(({ result: { message } }) => (message.recipient.id === null ? [] : message.id)),
    );
    const announced = changes.filter(({ result }) => isAnnounced(result.message.source));
    await this.outbox.appendAll(tx, announced.flatMap(eventsOf));
    await this.counters.settle(
      tx,
      changes.map(({ result, change }) => ({ source: result.message.source, state: change.state })),
    );
    return stored;
  }

  /** Finds sources that have ended; their messages are cancelled instead of retried. */
  private async endedSources(tx: Tx, results: readonly Result[]): Promise<Set<string>> {
    const sources = new Map(results.map(({ message: { source } }) => [sourceKey(source), source]));
    const rows = await tx.query<EmailSource>(
      `SELECT source_type AS type, source_id AS id FROM sendings
        WHERE (source_type, source_id) IN (:sources) AND state IN ('closing', 'closed')`,
      { sources: [...sources.values()].map(({ type, id }) => [type, id]) },
    );
    return new Set(rows.map(sourceKey));
  }

  private async update(tx: Tx, changes: readonly Settled[]): Promise<void> {
    const rows = changes.map(({ result: { message, subject, outcome }, change }) => ({
      id: message.id,
      // The address that was used: the contact's address may have changed since enrollment.
      email: message.recipient.email,
      state: change.state,
      bounce: bounceOf(outcome, change),
      subject: subject.slice(0, 255),
      message_id: message.messageId,
      code: change.smtpCode,
      reason: change.reason?.slice(0, MAX_REASON_LENGTH),
      retry_us: change.retryInMs === null ? null : change.retryInMs * 1_000,
      uncharge: change.charged ? 0 : 1,
      undecided: outcome.kind === 'given_back' && isFirstAttempt(message) ? 1 : 0,
    }));
    await tx.execute(
      `UPDATE email_messages m
         JOIN ${RESULTS} r ON r.id = m.id
          SET m.email = IF(m.email IS NULL, NULL, r.email), m.bounce_type = r.bounce, m.bounced_at = IF(r.state = 'bounced', NOW(3), NULL),
              m.state = r.state, m.subject = IF(m.email IS NULL, NULL, r.subject), m.message_id = r.message_id, m.smtp_code = r.code,
              m.reason = IF(m.email IS NULL AND r.code IS NOT NULL, NULL, r.reason), m.attempts = m.attempts - r.uncharge,
              m.tracked = IF(r.undecided = 1, NULL, m.tracked),
              m.next_attempt_at = NOW(3) + INTERVAL r.retry_us MICROSECOND,
              m.lease_owner = NULL,
              m.lease_until = IF(r.state = 'sending', NOW(3), NULL),
              m.settled_at = IF(r.state IN ('sent', 'bounced', 'failed', 'cancelled'), NOW(3), NULL)`,
      { rows: JSON.stringify(rows) },
    );
  }
}

function eventsOf({ result: { message, subject, outcome, at }, change, isErased }: Settled): NewEvent[] {
  const row = {
    id: message.id,
    source_type: message.source.type,
    source_id: message.source.id,
    recipient_key: message.key,
    contact_id: message.recipient.id,
    email: isErased ? null : message.recipient.email,
    subject: isErased ? null : subject,
    message_id: message.messageId,
    tracked: message.tracked ? 1 : 0,
  };
  const { requestId } = message;
  if (change.state === 'sent') return [{ ...sentEvent(row, at), requestId }];
  if (change.state === 'failed') return [{ ...failedEvent(row, at), requestId }];
  if (change.state !== 'bounced') return [];
  const { code, response } = outcome as { code: string; response: string };
  const bounce = {
    bounced_at: at.toISOString(),
    bounce_type: 'hard' as const,
    code,
    diagnostic: isErased ? null : response,
    reported_by: 'smtp',
  };
  return [
    { type: 'email.bounced', subjectId: row.id, data: { email: { ...emailSnapshot(row), ...bounce } }, requestId },
  ];
}
