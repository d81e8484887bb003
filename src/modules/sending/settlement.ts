import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { isDatabaseUnavailable, isRetryable } from '../../platform/errors/database-errors.js';
import type { NewEvent } from '../../platform/outbox/outbox.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { failedEvent, sentEvent } from './email-outcome-events.js';
import { emailSnapshot } from './email-snapshot.js';
import type { EmailSource, EmailState } from '../../events/email-state.js';
import { BounceBacklog } from './bounces/bounce-backlog.js';
import { EmailKinds } from './email-kind.js';
import type { ClaimedMessage } from './claims.js';
import { SendingTallies } from './counts/sending-tallies.js';
import { bounceTypeOf, type SendOutcome } from '../../platform/smtp/smtp-reply.js';

export interface Result {
  readonly message: ClaimedMessage;
  readonly subject: string;
  readonly outcome: SendOutcome;
  readonly at: Date;
}

interface OwnRow {
  readonly id: number;
  readonly fence: number;
}

interface HeldRow extends OwnRow {
  readonly is_forgotten: number;
}

interface Waiting {
  readonly result: Result;
  readonly done: (stored: boolean) => void;
}

interface Change {
  readonly state: EmailState;
  readonly smtpCode: string | null;
  readonly reason: string | null;
  /** Null: not again. */
  readonly retryInMs: number | null;
  readonly charged: boolean;
}

interface Settled {
  readonly result: Result;
  readonly change: Change;
  /** The reader was erased or deleted while the mail was on its way: nothing is written that says who it was. */
  readonly isForgotten: boolean;
}

const NOT_SENT_RETRY_MS = 5_000;
/** Between two tries to store results that the database could not take. */
const STORE_AGAIN_MS = 500;
/** Without a result a row that was locked for so long is left to its lease. */
const LONGEST_LOCK_MS = 600_000;
const PROVIDER_FAULT_RETRY_MS = 60_000;
const LONGEST_REASON = 190;

/**
 * A server may put a mail off for so long in all. Counted are the waits of the schedule that follow attempts which a server
 * has seen: while a sending is held, or its server is away or refuses everybody, the time does not run.
 */
const PATIENCE_MS = 48 * 3_600_000;

/** What an outcome makes of a message. Pure, so that the table can be read and tested. */
export function changeFor(outcome: SendOutcome, attempts: number, retryScheduleMs: readonly number[]): Change {
  const settled = { smtpCode: null, reason: null, retryInMs: null, charged: true };
  switch (outcome.kind) {
    case 'accepted':
      return { ...settled, state: 'sent', smtpCode: outcome.code };
    case 'bounced':
      return { ...settled, state: 'bounced', smtpCode: outcome.code, reason: outcome.response };
    case 'refused':
      return { ...settled, state: 'failed', smtpCode: outcome.code, reason: outcome.response };
    case 'deferred': {
      const waitedMs = retryScheduleMs.slice(0, attempts - 1).reduce((sum, wait) => sum + wait, 0);
      const retryInMs = waitedMs < PATIENCE_MS ? (retryScheduleMs[attempts - 1] ?? null) : null;
      const state = retryInMs === null ? 'failed' : 'deferred';
      return { ...settled, state, smtpCode: outcome.code, reason: outcome.response, retryInMs };
    }
    case 'provider_fault':
      return {
        state: 'deferred',
        smtpCode: outcome.code,
        reason: outcome.response,
        retryInMs: PROVIDER_FAULT_RETRY_MS,
        charged: false,
      };
    case 'not_sent':
      return {
        state: 'deferred',
        smtpCode: null,
        reason: outcome.reason,
        retryInMs: NOT_SENT_RETRY_MS,
        charged: false,
      };
    case 'given_back':
      // Due as before, unless there was no room for it: the next claim looks at everything anew.
      return { ...settled, state: 'pending', retryInMs: outcome.afterMs ?? null, charged: false };
    case 'unknown':
      // The lease decides when the doubt is over; the sweeper then repeats or holds it.
      return { state: 'sending', smtpCode: null, reason: outcome.reason, retryInMs: null, charged: true };
  }
}

/** What the end of a mail says about its address; a mail that is tried again has not come to its end. */
export function bounceOf(outcome: SendOutcome, { state }: Pick<Change, 'state'>): 'hard' | 'soft' | null {
  return state === 'bounced' || state === 'failed' ? bounceTypeOf(outcome) : null;
}

/** A mail that was neither sent nor refused is given up with the flow that it belonged to. */
function withoutAnotherTry(change: Change): Change {
  if (change.state !== 'pending' && change.state !== 'deferred') return change;
  return { ...change, state: 'cancelled', retryInMs: null };
}

const keyOf = ({ type, id }: EmailSource): string => `${type}:${id}`;

/**
 * Writes down what became of mails, together with the facts that follow. Whatever is waiting when a transaction begins
 * goes in it, so a busy process settles many at once and an idle one waits for nobody.
 */
@Injectable()
export class Settlement {
  private readonly logger = new Logger(Settlement.name);
  private waiting: Waiting[] = [];
  private flushing = false;

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly tallies: SendingTallies,
    private readonly kinds: EmailKinds,
    private readonly bounces: BounceBacklog,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Resolves when the result is stored (true), or could not be (false): then the lease will end and decide. */
  async settle(result: Result): Promise<boolean> {
    return new Promise((resolve) => {
      this.waiting.push({ result, done: resolve });
      if (!this.flushing) void this.flush();
    });
  }

  private async flush(): Promise<void> {
    this.flushing = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      await this.keep(batch);
    }
    // In the same breath as the last look: whoever is told a result may hand in the next one at once.
    this.flushing = false;
  }

  /**
   * A mail whose result is lost is sent again, so a database that is away is waited for while the leases last. A row that is
   * locked, or a result that cannot be stored, takes no other with it and does not keep later ones waiting.
   */
  private async keep(batch: readonly Waiting[]): Promise<void> {
    const giveUpAt = performance.now() + this.config.mail.leaseSeconds * 1_000;
    for (;;) {
      try {
        const locked = await this.db.transaction((tx) =>
          this.store(
            tx,
            batch.map(({ result }) => result),
            'SKIP LOCKED',
          ),
        );
        for (const one of batch)
          if (locked.has(one.result.message.id)) void this.keepLocked(one);
          else one.done(true);
        return;
      } catch (error) {
        const isAway = isDatabaseUnavailable(error);
        if (isAway && performance.now() < giveUpAt) {
          await sleep(STORE_AGAIN_MS);
          continue;
        }
        if (!isAway && batch.length > 1) {
          for (const one of batch) await this.keep([one]);
          return;
        }
        for (const one of batch)
          if (isRetryable(error)) void this.keepLocked(one);
          else this.giveUp(one, error);
        return;
      }
    }
  }

  /** In the queue for its lock: those who look for mails in doubt skip locked rows, so it comes before them. */
  private async keepLocked(one: Waiting): Promise<void> {
    const giveUpAt = performance.now() + LONGEST_LOCK_MS;
    for (;;) {
      try {
        await this.db.transaction((tx) => this.store(tx, [one.result]));
        one.done(true);
        return;
      } catch (error) {
        const isAway = isDatabaseUnavailable(error);
        if (!(isAway || isRetryable(error)) || performance.now() > giveUpAt) {
          this.giveUp(one, error);
          return;
        }
        if (isAway) await sleep(STORE_AGAIN_MS);
      }
    }
  }

  private giveUp({ done }: Waiting, error: unknown): void {
    this.logger.error({ err: error }, 'The result of a sent mail could not be stored');
    done(false);
  }

  /**
   * Locks rows of the ledger alone, and nothing that belongs to contacts.
   * @returns the messages that are still ours and were not stored because others have locked their rows.
   */
  private async store(tx: Tx, results: readonly Result[], ifLocked: 'SKIP LOCKED' | '' = ''): Promise<Set<number>> {
    // Who lost the lease meanwhile must change nothing: the fence has moved on.
    const held = await tx.query<HeldRow>(
      `SELECT id, fence, email IS NULL AS is_forgotten FROM email_messages WHERE id IN (:ids) AND state = 'sending' ORDER BY id FOR UPDATE ${ifLocked}`,
      { ids: results.map(({ message }) => message.id) },
    );
    const rows = new Map(held.map((row) => [row.id, row]));
    const mine = results.filter(({ message }) => rows.get(message.id)?.fence === message.fence);
    const locked = await this.lockedByOthers(
      tx,
      results.filter(({ message }) => !rows.has(message.id)),
    );
    if (mine.length === 0) return locked;
    const ended = await this.endedSources(tx, mine);
    const changes = mine.map((result) => {
      const { outcome, message } = result;
      const change = changeFor(outcome, message.attempts, this.config.mail.retryScheduleMs);
      return {
        result,
        change: ended.has(keyOf(message.source)) ? withoutAnotherTry(change) : change,
        isForgotten: rows.get(message.id)?.is_forgotten === 1,
      };
    });
    await this.update(tx, changes);
    await this.bounces.add(
      tx,
      changes
        .filter(({ result: { outcome }, change }) => bounceOf(outcome, change) !== null)
        .flatMap(({ result: { message } }) => (message.recipient.id === null ? [] : message.id)),
    );
    await this.outbox.appendAll(
      tx,
      changes.filter(({ result }) => this.kinds.isAnnounced(result.message.source)).flatMap(eventsOf),
    );
    await this.tallies.settle(
      tx,
      changes.map(({ result, change }) => ({ source: result.message.source, state: change.state })),
    );
    return locked;
  }

  private async lockedByOthers(tx: Tx, unseen: readonly Result[]): Promise<Set<number>> {
    if (unseen.length === 0) return new Set();
    const rows = await tx.query<OwnRow>(
      `SELECT id, fence FROM email_messages WHERE id IN (:ids) AND state = 'sending'`,
      { ids: unseen.map(({ message }) => message.id) },
    );
    const fences = new Map(rows.map(({ id, fence }) => [id, fence]));
    return new Set(unseen.flatMap(({ message: { id, fence } }) => (fences.get(id) === fence ? id : [])));
  }

  /** Who will never mail again: what would wait for another try is cancelled. */
  private async endedSources(tx: Tx, results: readonly Result[]): Promise<Set<string>> {
    const sources = new Map(results.map(({ message: { source } }) => [keyOf(source), source]));
    const rows = await tx.query<{ type: EmailSource['type']; id: number }>(
      `SELECT source_type AS type, source_id AS id FROM sendings
        WHERE (source_type, source_id) IN (:sources) AND state IN ('closing', 'closed')`,
      { sources: [...sources.values()].map(({ type, id }) => [type, id]) },
    );
    return new Set(rows.map(keyOf));
  }

  private async update(tx: Tx, changes: readonly Settled[]): Promise<void> {
    const rows = changes.map(({ result: { message, subject, outcome }, change }, index) => {
      const names = `:id${index}, :email${index}, :state${index}, :bounce${index}, :subject${index}, :messageId${index}, :code${index}, :reason${index}, :retry${index}, :charge${index}`;
      const values = {
        [`id${index}`]: message.id,
        // The address that it really went to: the contact may have got another since it was written down.
        [`email${index}`]: message.recipient.email,
        [`bounce${index}`]: bounceOf(outcome, change),
        [`state${index}`]: change.state,
        [`subject${index}`]: subject.slice(0, 255),
        [`messageId${index}`]: message.messageId,
        [`code${index}`]: change.smtpCode,
        [`reason${index}`]: change.reason?.slice(0, LONGEST_REASON) ?? null,
        [`retry${index}`]: change.retryInMs === null ? null : change.retryInMs * 1_000,
        [`charge${index}`]: change.charged ? 0 : 1,
      };
      return { names, values };
    });
    const [first, ...rest] = rows;
    if (!first) return;
    const columns = [
      'id',
      'email',
      'state',
      'bounce',
      'subject',
      'message_id',
      'code',
      'reason',
      'retry_us',
      'uncharge',
    ];
    const named = first.names.split(', ').map((name, index) => `${name} AS ${columns[index] ?? ''}`);
    await tx.execute(
      `UPDATE email_messages m
         JOIN (SELECT ${named.join(', ')} ${rest.map((row) => `UNION ALL SELECT ${row.names}`).join(' ')}) r ON r.id = m.id
          SET m.email = IF(m.email IS NULL, NULL, r.email), m.bounce_type = r.bounce, m.bounced_at = IF(r.state = 'bounced', NOW(3), NULL),
              m.state = r.state, m.subject = IF(m.email IS NULL, NULL, r.subject), m.message_id = r.message_id, m.smtp_code = r.code,
              m.reason = IF(m.email IS NULL AND r.code IS NOT NULL, NULL, r.reason), m.attempts = m.attempts - r.uncharge,
              m.next_attempt_at = NOW(3) + INTERVAL r.retry_us MICROSECOND,
              m.lease_owner = NULL,
              m.lease_until = IF(r.state = 'sending', NOW(3), NULL),
              m.settled_at = IF(r.state IN ('sent', 'bounced', 'failed', 'cancelled'), NOW(3), NULL)`,
      Object.assign({}, ...rows.map((row) => row.values)) as Record<string, string | number | null>,
    );
  }
}

function eventsOf({ result: { message, subject, outcome, at }, change, isForgotten }: Settled): NewEvent[] {
  const row = {
    id: message.id,
    source_type: message.source.type,
    source_id: message.source.id,
    recipient_key: message.key,
    contact_id: message.recipient.id,
    email: isForgotten ? null : message.recipient.email,
    subject: isForgotten ? null : subject,
    message_id: message.messageId,
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
    diagnostic: isForgotten ? null : response,
    source: 'smtp',
  };
  return [
    { type: 'email.bounced', subjectId: row.id, data: { email: { ...emailSnapshot(row), ...bounce } }, requestId },
  ];
}
