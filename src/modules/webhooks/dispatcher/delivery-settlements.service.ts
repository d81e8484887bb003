import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { ResultBatch } from '../../../platform/work/result-batch.js';
import type { CallResult } from '../webhook-caller.js';
import { DELIVERIES, DELIVERY_LEASE, type DeliveryStatus } from '../webhook-delivery.entity.js';
import { afterDelivery, healthOf, type HealthRow, type WebhookHealth } from '../webhook-status.js';
import type { ClaimedDelivery } from './delivery-claims.service.js';

/** The consequences of a stored result for its lane. */
export interface Settled {
  /** Null after the last attempt. */
  readonly retryInMs: number | null;
  readonly health: WebhookHealth | null;
}

interface Ended {
  readonly delivery: ClaimedDelivery;
  readonly result: CallResult;
}

interface Verdict {
  readonly ended: Ended;
  readonly status: DeliveryStatus;
  readonly retryInMs: number | null;
}

interface Healths {
  readonly known: Map<number, WebhookHealth>;
  readonly changed: readonly { readonly id: number; readonly before: WebhookHealth; readonly after: WebhookHealth }[];
  /** Webhooks that would change but are locked. */
  readonly locked: ReadonlySet<number>;
}

/** How long a shutdown keeps results that cannot be written. */
const KEEP_MS = 45_000;
const CLAIM_LOST: Settled = { retryInMs: null, health: null };

/**
 * Writes results in batches. A result counts only under the fence of its claim, and a last failure only while the lease
 * lasts: claims rely on that to disable a webhook after exactly five failures. Results that cannot be written are kept while
 * the process runs, or until another process has claimed the delivery again; meanwhile `stalled` stops new requests.
 */
@Injectable()
export class DeliverySettlements {
  private readonly logger = new Logger(DeliverySettlements.name);
  private readonly results = new ResultBatch<Ended, Settled>({
    store: (results) => this.db.transaction((tx) => this.write(tx, results)),
    lost: CLAIM_LOST,
    isRepeated: true,
    gatherMs: 10,
    enough: 32,
    onFault: (error, consequence) => {
      if (consequence === 'unavailable') this.logger.warn('Webhook results paused: database unavailable');
      if (consequence === 'repeated') this.logger.error({ err: error }, 'Webhook result write failed; retrying');
    },
  });

  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** True while results cannot be stored: requests sent now might have to be repeated. */
  get stalled(): boolean {
    return this.results.stalled;
  }

  /** Resolves when the result is stored or its claim is lost. Never rejects. */
  async settle(delivery: ClaimedDelivery, result: CallResult): Promise<Settled> {
    return this.results.add({ delivery, result });
  }

  /** For a shutdown, which must end. */
  stop(): void {
    this.results.stop(KEEP_MS);
  }

  private async write(tx: Tx, batch: readonly Ended[]): Promise<Map<Ended, Settled>> {
    const { held, locked } = await DELIVERY_LEASE.lock<{ failures: number; late: number }, ClaimedDelivery>(
      tx,
      batch.map(({ delivery }) => delivery),
      'failures, lease_until <= NOW(3) AS late',
      'SKIP LOCKED',
    );
    const settled = new Map(batch.filter(({ delivery }) => !locked.has(delivery)).map((ended) => [ended, CLAIM_LOST]));
    const verdicts = batch.flatMap((ended) => {
      const row = held.get(ended.delivery);
      if (!row) return [];
      const verdict = this.verdict(ended, row.failures);
      return row.late === 1 && this.counts(verdict) && !ended.result.success ? [] : [verdict];
    });
    if (verdicts.length === 0) return settled;
    const healths = await this.healthsAfter(tx, verdicts);
    const written = verdicts.filter(({ ended }) => !healths.locked.has(ended.delivery.webhookId));
    for (const { ended } of verdicts) if (healths.locked.has(ended.delivery.webhookId)) settled.delete(ended);
    if (written.length > 0) await this.writeResults(tx, written);
    for (const { id, before, after } of healths.changed) await this.writeHealth(tx, id, before, after);
    for (const { ended, retryInMs } of written)
      settled.set(ended, { retryInMs, health: healths.known.get(ended.delivery.webhookId) ?? null });
    return settled;
  }

  private verdict(ended: Ended, failuresBefore: number): Verdict {
    if (ended.result.success) return { ended, status: DELIVERIES.to('succeed'), retryInMs: null };
    const retryInMs = this.config.webhooks.retryScheduleMs[failuresBefore] ?? null;
    return { ended, status: DELIVERIES.to(retryInMs === null ? 'fail' : 'retry'), retryInMs };
  }

  private counts({ status }: Pick<Verdict, 'status'>): boolean {
    return status !== 'pending' || this.config.webhooks.failureUnit === 'attempt';
  }

  /** Uses the database clock: a retry is counted from when the result is stored, so it is never early. */
  private async writeResults(tx: Tx, verdicts: readonly Verdict[]): Promise<void> {
    const results = verdicts.map(({ ended }) => ended.result);
    const common = {
      ids: verdicts.map(({ ended }) => ended.delivery.id),
      codes: results.map(({ code }) => code),
      times: results.map(({ ms }) => ms),
    };
    await tx.execute(
      `UPDATE webhook_deliveries
          SET status = ELT(FIELD(id, :ids), :statuses),
              failures = failures + ELT(FIELD(id, :ids), :failures),
              next_attempt_at = NOW(3) + INTERVAL ELT(FIELD(id, :ids), :delays) MICROSECOND,
              response_code = ELT(FIELD(id, :ids), :codes),
              response_time = ELT(FIELD(id, :ids), :times),
              attempted_at = NOW(3) - INTERVAL ELT(FIELD(id, :ids), :ages) MICROSECOND,
              fail_reason = ELT(FIELD(id, :ids), :reasons),
              ${DELIVERY_LEASE.released}
        WHERE id IN (:ids)`,
      {
        ...common,
        statuses: verdicts.map(({ status }) => status),
        failures: results.map(({ success }) => (success ? 0 : 1)),
        delays: verdicts.map(({ retryInMs }) => (retryInMs === null ? null : retryInMs * 1_000)),
        ages: results.map(({ ms }) => ms * 1_000),
        reasons: results.map(({ success, outcome }) => (success ? null : outcome)),
      },
    );
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
        ...common,
        numbers: verdicts.map(({ ended }) => ended.delivery.attemptNo),
        outcomes: results.map(({ outcome }) => outcome),
        addresses: results.map(({ remoteAddress }) => remoteAddress),
        heads: results.map(({ responseHead }) => responseHead),
        excerpts: results.map(({ excerpt }) => excerpt),
      },
    );
  }

  /** Computes webhook health after the results. Locks only webhooks that change, in id order, and skips locked ones. */
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
    const changed = [...held].map(([id, before]) => {
      const after = (outcomes.get(id) ?? []).reduce(afterDelivery, before);
      return { id, before, after };
    });
    for (const { id, after } of changed) known.set(id, after);
    return { known, changed, locked: new Set(touched.filter((id) => !held.has(id))) };
  }

  private async readHealths(
    tx: Tx,
    ids: readonly number[],
    lock: '' | 'FOR UPDATE SKIP LOCKED',
  ): Promise<Map<number, WebhookHealth>> {
    const rows = await tx.query<HealthRow & { readonly id: number }>(
      `SELECT id, status, consecutive_failures, probing FROM webhooks WHERE id IN (:ids) ORDER BY id ${lock}`,
      { ids },
    );
    return new Map(rows.map((row) => [row.id, healthOf(row)]));
  }

  private async writeHealth(tx: Tx, id: number, before: WebhookHealth, after: WebhookHealth): Promise<void> {
    const { status, consecutiveFailures: failures, probing } = after;
    await tx.execute(
      'UPDATE webhooks SET consecutive_failures = :failures, probing = :probing WHERE id = :id',
      { id, failures, probing },
      { ids: [] },
    );
    if (status === before.status) return;
    await tx.execute(
      'UPDATE webhooks SET status = :status, status_changed_at = NOW(3), updated_at = NOW(3) WHERE id = :id',
      { id, status },
      { ids: id },
    );
    tx.afterCommit(() => {
      this.logger.warn({ webhook: id, failures }, 'Webhook disabled after consecutive failed deliveries');
    });
  }
}

function isTouched(health: WebhookHealth, outcomes: readonly ('success' | 'failed')[]): boolean {
  if (outcomes.includes('failed')) return true;
  return outcomes.length > 0 && (health.consecutiveFailures > 0 || health.probing);
}
