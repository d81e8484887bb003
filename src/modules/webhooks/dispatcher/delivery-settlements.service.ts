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

const GATHER_MS = 10;
const ENOUGH = 32;
const RETRY_MS = 500;
const KEEP_MS = 45_000;
const LOST: Settled = { retryInMs: null, health: null };

/**
 * Writes results, many in one transaction. A result counts only under the fence of its claim, and a last failure only
 * while the lease lasts: claims rely on that when they keep a webhook from failing more than five times. Results that cannot be
 * written are kept while their leases last; meanwhile `stalled` tells the lanes to begin nothing more.
 */
@Injectable()
export class DeliverySettlements {
  private readonly logger = new Logger(DeliverySettlements.name);
  private waiting: Ended[] = [];
  private timer: NodeJS.Timeout | null = null;
  private flushing: Promise<void> | null = null;
  private failing = false;

  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** True while results cannot be stored: what is sent now might have to be sent again. */
  get stalled(): boolean {
    return this.failing;
  }

  /** Resolves when the result is stored, or when it is too late for that. Never rejects. */
  async settle(delivery: ClaimedDelivery, result: CallResult): Promise<Settled> {
    return new Promise((resolve) => {
      this.waiting.push({ delivery, result, keepUntil: Date.now() + KEEP_MS, resolve });
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
    try {
      const settled = await this.db.transaction((tx) => this.write(tx, batch));
      this.failing = false;
      for (const ended of batch) ended.resolve(settled.get(ended) ?? LOST);
    } catch (error) {
      this.failing = true;
      if (isDatabaseUnavailable(error)) this.logger.warn('Webhook results wait for the database');
      else this.logger.error({ err: error }, 'Webhook results could not be stored and will be tried again');
      const now = Date.now();
      for (const ended of batch) if (ended.keepUntil <= now) ended.resolve(LOST);
      this.waiting = [...batch.filter((ended) => ended.keepUntil > now), ...this.waiting];
    }
  }

  private async write(tx: Tx, batch: readonly Ended[]): Promise<Map<Ended, Settled>> {
    const rows = await tx.query<{ id: number; fence: number; failures: number; late: number }>(
      `SELECT id, fence, failures, lease_until <= NOW(3) AS late FROM webhook_deliveries
        WHERE id IN (:ids) AND status = 'pending' ORDER BY id FOR UPDATE`,
      { ids: batch.map(({ delivery }) => delivery.id) },
    );
    const rowById = new Map(rows.map((row) => [row.id, row]));
    const verdicts = batch.flatMap((ended) => {
      const row = rowById.get(ended.delivery.id);
      if (row?.fence !== ended.delivery.fence) return [];
      const verdict = this.verdict(ended, row.failures);
      return row.late === 1 && this.counts(verdict) && !ended.result.success ? [] : [verdict];
    });
    if (verdicts.length === 0) return new Map();
    await this.writeDeliveries(tx, verdicts);
    await this.writeAttempts(tx, verdicts);
    const healths = await this.writeHealths(tx, verdicts);
    return new Map(
      verdicts.map(({ ended, retryInMs }) => [
        ended,
        { retryInMs, health: healths.get(ended.delivery.webhookId) ?? null },
      ]),
    );
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

  /** The webhooks' counters, last and in id order. Untouched rows are not locked: that is every row on a good day. */
  private async writeHealths(tx: Tx, verdicts: readonly Verdict[]): Promise<Map<number, WebhookHealth>> {
    const outcomes = new Map<number, ('success' | 'failed')[]>();
    for (const { ended, status } of verdicts) {
      const list = outcomes.get(ended.delivery.webhookId) ?? [];
      if (this.counts({ status })) list.push(status === 'success' ? 'success' : 'failed');
      outcomes.set(ended.delivery.webhookId, list);
    }
    const known = await this.readHealths(tx, [...outcomes.keys()], '');
    const touched = [...known].filter(([id, health]) => isTouched(health, outcomes.get(id) ?? [])).map(([id]) => id);
    if (touched.length === 0) return known;
    for (const [id, before] of await this.readHealths(tx, touched, 'FOR UPDATE')) {
      const after = (outcomes.get(id) ?? []).reduce(afterDelivery, before);
      known.set(id, after);
      await this.writeHealth(tx, id, before, after);
    }
    return known;
  }

  private async readHealths(
    tx: Tx,
    ids: readonly number[],
    lock: '' | 'FOR UPDATE',
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

const idsOf = (verdicts: readonly Verdict[]): number[] => verdicts.map(({ ended }) => ended.delivery.id);

function isTouched(health: WebhookHealth, outcomes: readonly ('success' | 'failed')[]): boolean {
  if (outcomes.includes('failed')) return true;
  return outcomes.length > 0 && (health.consecutiveFailures > 0 || health.probing);
}
