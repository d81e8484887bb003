import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import type { CallResult } from '../webhook-caller.js';
import { afterDelivery, type WebhookHealth } from '../webhook-status.js';
import type { WebhookStatus } from '../webhook.entity.js';
import type { ClaimedDelivery } from './delivery-claims.service.js';
import { delayBeforeRetry } from './retry-schedule.js';

/** What the settled result means for the one who attempted it. */
export interface Settled {
  /** Null when it was the last attempt. */
  readonly retryInMs: number | null;
  readonly health: WebhookHealth | null;
}

interface Ended {
  readonly delivery: ClaimedDelivery;
  readonly result: CallResult;
  /** Of the process's clock; after it the lease is over and somebody else has the delivery. */
  readonly keepUntil: number;
  readonly resolve: (settled: Settled) => void;
}

interface Verdict {
  readonly ended: Ended;
  readonly status: 'success' | 'pending' | 'failed';
  readonly retryInMs: number | null;
}

interface Healths {
  readonly known: Map<number, WebhookHealth>;
  readonly changed: readonly { readonly id: number; readonly before: WebhookHealth; readonly after: WebhookHealth }[];
  /** Webhooks that would change and cannot be locked at once. */
  readonly locked: ReadonlySet<number>;
}

const GATHER_MS = 10;
const ENOUGH = 32;
const RETRY_MS = 500;
const LOCKED_AGAIN_MS = 100;
/** More results that cannot be stored than this are no longer the fault of single rows. */
const MOST_REFUSED = 8;
const KEEP_MS = 45_000;
const LOST: Settled = { retryInMs: null, health: null };

/** What became of a batch: the results that are stored, and those whose rows somebody else has locked. */
interface Stored {
  readonly settled: ReadonlyMap<Ended, Settled>;
  readonly locked: ReadonlySet<Ended>;
}

/**
 * Writes results, many in one transaction; a row that is locked or cannot be written holds back no other. A result counts only under the fence of its claim, and a last failure only
 * while the lease lasts: claims rely on that when they keep a webhook from failing more than five times. Results that cannot be
 * written are kept while their leases last; while none can be, `stalled` tells the lanes to begin nothing more.
 */
@Injectable()
export class DeliverySettlements {
  private readonly logger = new Logger(DeliverySettlements.name);
  private waiting: Ended[] = [];
  private timer: NodeJS.Timeout | null = null;
  private flushing: Promise<void> | null = null;
  private failing = false;
  /** Results that wait for another try because they could not be written, each alone. */
  private refused = 0;

  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** True while results cannot be stored: what is sent now might have to be sent again. */
  get stalled(): boolean {
    return this.failing || this.refused > MOST_REFUSED;
  }

  /** Resolves when the result is stored, or when it is too late for that. Never rejects. */
  async settle(delivery: ClaimedDelivery, result: CallResult): Promise<Settled> {
    return new Promise((resolve) => {
      this.waiting.push({ delivery, result, keepUntil: performance.now() + KEEP_MS, resolve });
      this.schedule(this.failing ? RETRY_MS : this.waiting.length >= ENOUGH ? 0 : GATHER_MS);
    });
  }

  private schedule(delayMs: number): void {
    if (this.flushing || (this.timer && delayMs > 0)) return;
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.flushing = this.flush().finally(() => {
        this.flushing = null;
        if (this.waiting.length > 0) this.schedule(this.failing ? RETRY_MS : 0);
      });
    }, delayMs);
  }

  private async flush(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    await this.store(batch);
  }

  /** A batch that is refused is halved, down to the result that cannot be written. */
  private async store(batch: readonly Ended[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      const { settled, locked } = await this.db.transaction((tx) => this.write(tx, batch));
      this.failing = false;
      for (const ended of batch)
        if (locked.has(ended)) this.storeLater(ended, LOCKED_AGAIN_MS);
        else ended.resolve(settled.get(ended) ?? LOST);
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        this.failing = true;
        this.logger.warn('Webhook results wait for the database');
        this.waiting = [...inTime(batch), ...this.waiting];
      } else if (batch.length > 1) {
        const half = Math.ceil(batch.length / 2);
        await this.store(batch.slice(0, half));
        await this.store(batch.slice(half));
      } else {
        this.logger.error({ err: error }, 'A webhook result could not be stored and will be tried again');
        for (const ended of batch) this.storeRefused(ended);
      }
    }
  }

  private storeLater(ended: Ended, delayMs: number): void {
    setTimeout(() => {
      this.waiting.push(...inTime([ended]));
      if (this.waiting.length > 0) this.schedule(this.failing ? RETRY_MS : GATHER_MS);
    }, delayMs);
  }

  /** Alone, so that no other result waits for it or is halved because of it. */
  private storeRefused(ended: Ended): void {
    this.refused += 1;
    setTimeout(() => {
      void this.store(inTime([ended])).finally(() => {
        this.refused -= 1;
      });
    }, RETRY_MS);
  }

  private async write(tx: Tx, batch: readonly Ended[]): Promise<Stored> {
    const held = await tx.query<{ id: number; fence: number; failures: number; late: number }>(
      `SELECT id, fence, failures, lease_until <= NOW(3) AS late FROM webhook_deliveries
        WHERE id IN (:ids) AND status = 'pending' ORDER BY id FOR UPDATE SKIP LOCKED`,
      { ids: batch.map(({ delivery }) => delivery.id) },
    );
    const rowById = new Map(held.map((row) => [row.id, row]));
    const locked = await this.lockedAmong(
      tx,
      batch.filter(({ delivery }) => !rowById.has(delivery.id)),
    );
    const verdicts = batch.flatMap((ended) => {
      const row = rowById.get(ended.delivery.id);
      if (row?.fence !== ended.delivery.fence) return [];
      const verdict = this.verdict(ended, row.failures);
      return row.late === 1 && this.counts(verdict) && !ended.result.success ? [] : [verdict];
    });
    if (verdicts.length === 0) return { settled: new Map(), locked };
    const healths = await this.healthsAfter(tx, verdicts);
    const written = verdicts.filter(({ ended }) => !healths.locked.has(ended.delivery.webhookId));
    for (const { ended } of verdicts) if (healths.locked.has(ended.delivery.webhookId)) locked.add(ended);
    if (written.length > 0) {
      await this.writeDeliveries(tx, written);
      await this.writeAttempts(tx, written);
    }
    for (const { id, before, after } of healths.changed) await this.writeHealth(tx, id, before, after);
    const settled = new Map(
      written.map(({ ended, retryInMs }) => [
        ended,
        { retryInMs, health: healths.known.get(ended.delivery.webhookId) ?? null },
      ]),
    );
    return { settled, locked };
  }

  /** Of results whose rows were not handed out: those whose claim still stands, so that the row is only locked. */
  private async lockedAmong(tx: Tx, missing: readonly Ended[]): Promise<Set<Ended>> {
    if (missing.length === 0) return new Set();
    const rows = await tx.query<{ id: number; fence: number }>(
      `SELECT id, fence FROM webhook_deliveries WHERE id IN (:ids) AND status = 'pending'`,
      { ids: missing.map(({ delivery }) => delivery.id) },
    );
    const fences = new Map(rows.map(({ id, fence }) => [id, fence]));
    return new Set(missing.filter(({ delivery }) => fences.get(delivery.id) === delivery.fence));
  }

  private verdict(ended: Ended, failuresBefore: number): Verdict {
    if (ended.result.success) return { ended, status: 'success', retryInMs: null };
    const retryInMs = delayBeforeRetry(this.config.webhooks.retryScheduleMs, failuresBefore + 1);
    return { ended, status: retryInMs === null ? 'failed' : 'pending', retryInMs };
  }

  /** Whether it says something about the webhook's health. */
  private counts({ status }: Pick<Verdict, 'status'>): boolean {
    return status !== 'pending' || this.config.webhooks.failureUnit === 'attempt';
  }

  /** The times are the database's: a retry is counted from when the result is stored, so it is never early. */
  private async writeDeliveries(tx: Tx, verdicts: readonly Verdict[]): Promise<void> {
    const results = verdicts.map(({ ended }) => ended.result);
    await tx.execute(
      `UPDATE webhook_deliveries
          SET status = ELT(FIELD(id, :ids), :statuses),
              failures = failures + ELT(FIELD(id, :ids), :failures),
              next_attempt_at = NOW(3) + INTERVAL ELT(FIELD(id, :ids), :delays) MICROSECOND,
              response_code = ELT(FIELD(id, :ids), :codes),
              response_time = ELT(FIELD(id, :ids), :times),
              attempted_at = NOW(3) - INTERVAL ELT(FIELD(id, :ids), :ages) MICROSECOND,
              fail_reason = ELT(FIELD(id, :ids), :reasons),
              lease_owner = NULL, lease_until = NULL
        WHERE id IN (:ids)`,
      {
        ids: idsOf(verdicts),
        statuses: verdicts.map(({ status }) => status),
        failures: results.map(({ success }) => (success ? 0 : 1)),
        delays: verdicts.map(({ retryInMs }) => (retryInMs === null ? null : retryInMs * 1_000)),
        codes: results.map(({ code }) => code),
        times: results.map(({ ms }) => ms),
        ages: results.map(({ ms }) => ms * 1_000),
        reasons: results.map(({ success, outcome }) => (success ? null : outcome)),
      },
    );
  }

  private async writeAttempts(tx: Tx, verdicts: readonly Verdict[]): Promise<void> {
    const results = verdicts.map(({ ended }) => ended.result);
    await tx.execute(
      `UPDATE webhook_attempts
          SET finished_at = NOW(3),
              outcome = ELT(FIELD(delivery_id, :ids), :outcomes),
              code = ELT(FIELD(delivery_id, :ids), :codes),
              ms = ELT(FIELD(delivery_id, :ids), :times),
              remote_ip = ELT(FIELD(delivery_id, :ids), :addresses),
              response_head = ELT(FIELD(delivery_id, :ids), :heads),
              excerpt = ELT(FIELD(delivery_id, :ids), :excerpts)
        WHERE delivery_id IN (:ids) AND attempt_no = ELT(FIELD(delivery_id, :ids), :numbers)`,
      {
        ids: idsOf(verdicts),
        numbers: verdicts.map(({ ended }) => ended.delivery.attemptNo),
        outcomes: results.map(({ outcome }) => outcome),
        codes: results.map(({ code }) => code),
        times: results.map(({ ms }) => ms),
        addresses: results.map(({ remoteAddress }) => remoteAddress),
        heads: results.map(({ responseHead }) => responseHead),
        excerpts: results.map(({ excerpt }) => excerpt),
      },
    );
  }

  /**
   * What the results make of their webhooks. Only webhooks that change are locked, in id order: that is none on a good day.
   * One that somebody else has locked is not waited for.
   */
  private async healthsAfter(tx: Tx, verdicts: readonly Verdict[]): Promise<Healths> {
    const outcomes = new Map<number, ('success' | 'failed')[]>();
    for (const { ended, status } of verdicts) {
      const list = outcomes.get(ended.delivery.webhookId) ?? [];
      if (this.counts({ status })) list.push(status === 'success' ? 'success' : 'failed');
      outcomes.set(ended.delivery.webhookId, list);
    }
    const known = await this.readHealths(tx, [...outcomes.keys()], '');
    const touched = [...known].filter(([id, health]) => isTouched(health, outcomes.get(id) ?? [])).map(([id]) => id);
    if (touched.length === 0) return { known, changed: [], locked: new Set() };
    const held = await this.readHealths(tx, touched, 'FOR UPDATE SKIP LOCKED');
    const changed = [...held].map(([id, before]) => ({
      id,
      before,
      after: (outcomes.get(id) ?? []).reduce(afterDelivery, before),
    }));
    for (const { id, after } of changed) known.set(id, after);
    return { known, changed, locked: new Set(touched.filter((id) => !held.has(id))) };
  }

  private async readHealths(
    tx: Tx,
    ids: readonly number[],
    lock: '' | 'FOR UPDATE SKIP LOCKED',
  ): Promise<Map<number, WebhookHealth>> {
    const rows = await tx.query<{ id: number; status: WebhookStatus; consecutive_failures: number; probing: number }>(
      `SELECT id, status, consecutive_failures, probing FROM webhooks WHERE id IN (:ids) ORDER BY id ${lock}`,
      { ids },
    );
    return new Map(
      rows.map((row) => [
        row.id,
        { status: row.status, consecutiveFailures: row.consecutive_failures, probing: row.probing === 1 },
      ]),
    );
  }

  private async writeHealth(tx: Tx, id: number, before: WebhookHealth, after: WebhookHealth): Promise<void> {
    const { status, consecutiveFailures: failures, probing } = after;
    await tx.execute('UPDATE webhooks SET consecutive_failures = :failures, probing = :probing WHERE id = :id', {
      id,
      failures,
      probing,
    });
    if (status === before.status) return;
    await tx.execute(
      'UPDATE webhooks SET status = :status, status_changed_at = NOW(3), updated_at = NOW(3) WHERE id = :id',
      { id, status },
    );
    tx.afterCommit(() => {
      this.logger.warn({ webhook: id, failures }, 'A webhook was disabled after consecutive failed deliveries');
    });
  }
}

/** Those whose leases last; for the rest it is too late. */
function inTime(batch: readonly Ended[]): Ended[] {
  const now = performance.now();
  for (const ended of batch) if (ended.keepUntil <= now) ended.resolve(LOST);
  return batch.filter(({ keepUntil }) => keepUntil > now);
}

const idsOf = (verdicts: readonly Verdict[]): number[] => verdicts.map(({ ended }) => ended.delivery.id);

function isTouched(health: WebhookHealth, outcomes: readonly ('success' | 'failed')[]): boolean {
  if (outcomes.includes('failed')) return true;
  return outcomes.length > 0 && (health.consecutiveFailures > 0 || health.probing);
}
