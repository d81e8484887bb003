import { performance } from 'node:perf_hooks';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { numberOf } from '../../../platform/database/records.js';
import { lockFirst } from '../../../platform/database/lock-first.js';
import { idsOf } from '../../../platform/ids/ids.js';
import {
  INTERRUPTIONS_TO_GIVE_UP,
  type LeasedRow,
  leaseHolder,
  REQUEST_LEASE_SECONDS,
} from '../../../platform/work/lease.js';
import { LeaseWatch } from '../../../platform/work/lease-watch.js';
import { unsignedPayload } from '../signer.js';
import type { WebhookCall } from '../webhook-caller.js';
import { closeAttempts, DELIVERIES, DELIVERY_LEASE } from '../webhook-delivery.entity.js';
import { PREVIOUS_SECRET, type SealedSecrets, WebhookSecrets } from '../webhook-secrets.service.js';
import { concurrencyFor, FAILURES_TO_DISABLE, healthOf, type HealthRow } from '../webhook-status.js';

/** A delivery that only this process may attempt until its lease expires. */
export interface ClaimedDelivery extends LeasedRow, Omit<WebhookCall, 'deliveryId'> {
  readonly id: number;
  readonly fence: number;
  /** Restored when the delivery is released without an attempt. */
  readonly dueAt: Date;
  /** Monotonic, from before the lease began. */
  readonly claimedAt: number;
  readonly requestId: string | null;
}

export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Whether more may be due. */
  readonly more: boolean;
  /** Whether due deliveries must wait until a running attempt has ended. */
  readonly blocked: boolean;
  /** The maximum of concurrent requests per process to this webhook. */
  readonly concurrency: number;
  /** When the webhook was last changed; for `isCurrent`. */
  readonly revision: Date;
  /** Monotonic, from before the webhook was read. */
  readonly claimedAt: number;
}

/** How many deliveries are claimed at once for an endpoint whose speed is unknown. */
export const SMALLEST_CLAIM = 16;
/** More than the lock wait timeout of the database. */
const LOCK_WAIT_SECONDS = 10;

interface DueRow {
  id: number;
  event: string;
  event_id: number | null;
  attempts: number;
  failures: number;
  interrupted: number;
  fence: number;
  lease_owner: string | null;
  next_attempt_at: Date;
}

interface EventRow {
  id: number;
  uid: string;
  data: string;
  occurred_at: Date;
  request_id: string | null;
}

interface WebhookRow extends SealedSecrets, HealthRow {
  url: string;
  resuming_at: Date | null;
  updated_at: Date;
}

/** Claims due deliveries in event order. A short lock on the webhook serializes its claims across processes. */
@Injectable()
export class DeliveryClaims {
  private readonly logger = new Logger(DeliveryClaims.name);
  private readonly holder = leaseHolder(REQUEST_LEASE_SECONDS);
  /** With this many failures, the next one ends a delivery and counts against its webhook. */
  private readonly failuresBeforeLast: number;

  constructor(
    private readonly db: Database,
    private readonly secrets: WebhookSecrets,
    private readonly watch: LeaseWatch,
    @Inject(APP_CONFIG) { webhooks }: AppConfig,
  ) {
    this.failuresBeforeLast = webhooks.failureUnit === 'attempt' ? 0 : webhooks.retryScheduleMs.length;
  }

  async claim(webhookId: number, most = SMALLEST_CLAIM): Promise<Claim> {
    const claimedAt = performance.now();
    return this.db.transaction(async (tx) => {
      const webhook = await this.lockedWebhook(tx, webhookId);
      const concurrency = webhook ? concurrencyFor(healthOf(webhook)) : 0;
      const revision = webhook?.updated_at ?? new Date(0);
      const nothing = { deliveries: [], more: false, blocked: false, concurrency, revision, claimedAt };
      if (!webhook || concurrency === 0 || webhook.resuming_at !== null) return nothing;
      if (webhook.probing === 1 && (await this.isUnderWay(tx, webhookId))) return { ...nothing, blocked: true };

      const limit = webhook.probing === 1 ? 1 : most;
      const { rows: due, blocked } = await this.withinFailureLimit(tx, webhook, limit);
      const poisoned = due.filter((row) => isAbandoned(row) && row.interrupted + 1 >= INTERRUPTIONS_TO_GIVE_UP);
      const usable = isolated(due.filter((row) => !poisoned.includes(row)));
      const interrupted = [...poisoned, ...usable.filter(isAbandoned)];
      await closeAttempts(tx, idsOf(interrupted));
      await this.giveUp(tx, poisoned, 'poison');
      const deliveries = await this.take(tx, webhook, usable, claimedAt);
      const more = due.length === limit || usable.length < due.length;
      return { deliveries, more, blocked, concurrency, revision, claimedAt };
    });
  }

  /** Returns whether the webhook is active and unchanged since `revision`. */
  async isCurrent(webhookId: number, revision: Date): Promise<boolean> {
    const rows = await this.db.query(
      `SELECT id FROM webhooks WHERE id = :webhookId AND status = 'active' AND updated_at = :revision`,
      { webhookId, revision },
    );
    return rows.length > 0;
  }

  /** Releases deliveries that were not attempted, with their old due time. Claims that have expired are skipped. */
  async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    await this.db.transaction(async (tx) => {
      const { held } = await DELIVERY_LEASE.lock(tx, deliveries, 'next_attempt_at');
      const own = [...held.keys()];
      if (own.length === 0) return;
      const ids = idsOf(own);
      await tx.execute(
        `UPDATE webhook_deliveries
            SET attempts = attempts - 1, ${DELIVERY_LEASE.released}, next_attempt_at = ELT(FIELD(id, :ids), :dueAt)
          WHERE id IN (:ids)`,
        { ids, dueAt: own.map(({ dueAt }) => dueAt) },
      );
      await tx.execute(
        `DELETE FROM webhook_attempts
          WHERE delivery_id IN (:ids) AND outcome IS NULL AND fence = ELT(FIELD(delivery_id, :ids), :fences)`,
        { ids, fences: own.map(({ fence }) => fence) },
      );
    });
  }

  private async lockedWebhook(tx: Tx, id: number): Promise<WebhookRow | undefined> {
    const [row] = await tx.query<WebhookRow>(
      `SELECT id, url, secret, ${PREVIOUS_SECRET}, status, consecutive_failures, probing, resuming_at, updated_at
         FROM webhooks WHERE id = :id FOR UPDATE`,
      { id },
    );
    return row;
  }

  private async isUnderWay(tx: Tx, webhookId: number): Promise<boolean> {
    const rows = await tx.query(
      `SELECT id FROM webhook_deliveries
        WHERE webhook_id = :webhookId AND status = 'pending' AND next_attempt_at > NOW(3) AND lease_owner IS NOT NULL
        LIMIT 1`,
      { webhookId },
    );
    return rows.length > 0;
  }

  /**
   * Returns due rows, without last attempts that could together exceed the failure limit. This is decided under the lock of
   * the webhook, which a counted failure needs too, so past failures and running last attempts add up to at most five, with
   * any number of processes: the fifth failure disables the webhook, and there is no sixth.
   */
  private async withinFailureLimit(
    tx: Tx,
    webhook: WebhookRow,
    limit: number,
  ): Promise<{ rows: readonly DueRow[]; blocked: boolean }> {
    const due = await this.dueRows(tx, webhook.id, limit, '');
    const counting = due.filter((row) => this.wouldCount(row));
    if (counting.length === 0) return { rows: due, blocked: false };
    const underWay = await this.countingUnderWay(tx, webhook.id, counting);
    const room = Math.max(0, FAILURES_TO_DISABLE - webhook.consecutive_failures - underWay);
    if (counting.length <= room) return { rows: due, blocked: false };
    // Rows that must wait must not block the others.
    const others = await this.dueRows(tx, webhook.id, limit, 'AND failures < :failuresBeforeLast');
    const rows = [...counting.slice(0, room), ...others].sort(
      (a, b) => a.next_attempt_at.getTime() - b.next_attempt_at.getTime() || a.id - b.id,
    );
    return { rows: rows.slice(0, limit), blocked: true };
  }

  private wouldCount({ failures }: DueRow): boolean {
    return failures >= this.failuresBeforeLast;
  }

  /** Counts running last attempts, also just after their lease: their failure may be accepted and wait for our lock. */
  private async countingUnderWay(tx: Tx, webhookId: number, due: readonly DueRow[]): Promise<number> {
    return numberOf(
      tx,
      `SELECT COUNT(*) FROM webhook_deliveries
        WHERE webhook_id = :webhookId AND status = 'pending'
          AND next_attempt_at > NOW(3) - INTERVAL ${LOCK_WAIT_SECONDS} SECOND
          AND next_attempt_at <= NOW(3) + INTERVAL ${REQUEST_LEASE_SECONDS} SECOND
          AND lease_owner IS NOT NULL AND failures >= :failuresBeforeLast AND id NOT IN (:due)`,
      { webhookId, failuresBeforeLast: this.failuresBeforeLast, due: idsOf(due) },
    );
  }

  /** Leases end at `next_attempt_at`. Found without locks, which would also lock the next webhook's first row. */
  private async dueRows(
    tx: Tx,
    webhookId: number,
    limit: number,
    condition: '' | 'AND failures < :failuresBeforeLast',
  ): Promise<DueRow[]> {
    const isFree = (await this.watch.mayJudge(tx, REQUEST_LEASE_SECONDS)) ? '' : 'AND lease_owner IS NULL';
    const isDue = `status = 'pending' AND next_attempt_at <= NOW(3) ${isFree} ${condition}`;
    const params = { webhookId, failuresBeforeLast: this.failuresBeforeLast };
    return lockFirst<DueRow>(limit, {
      find: (page) =>
        tx.query(
          `SELECT id FROM webhook_deliveries
            WHERE webhook_id = :webhookId AND ${isDue} ORDER BY next_attempt_at, id ${page}`,
          params,
        ),
      lock: (ids, rest) =>
        tx.query(
          `SELECT id, event, event_id, attempts, failures, interrupted, fence, lease_owner, next_attempt_at
             FROM webhook_deliveries FORCE INDEX (PRIMARY) WHERE id IN (:ids) AND ${isDue} ${rest}`,
          { ...params, ids },
        ),
    });
  }

  private async take(
    tx: Tx,
    webhook: WebhookRow,
    rows: readonly DueRow[],
    claimedAt: number,
  ): Promise<ClaimedDelivery[]> {
    if (rows.length === 0) return [];
    const events = await tx.query<EventRow>(
      'SELECT id, uid, data, occurred_at, request_id FROM domain_events WHERE id IN (:ids)',
      { ids: rows.map((row) => row.event_id) },
    );
    const eventById = new Map(events.map((event) => [event.id, event]));
    const hasEvent = (row: DueRow): boolean => eventById.has(row.event_id ?? 0);
    await this.giveUp(
      tx,
      rows.filter((row) => !hasEvent(row)),
      'event_gone',
    );
    const taken = await DELIVERY_LEASE.take(
      tx,
      rows.filter(hasEvent),
      this.holder,
      // An abandoned row still has the owner that crashed.
      'interrupted = interrupted + (lease_owner IS NOT NULL), attempts = attempts + 1',
      `next_attempt_at = NOW(3) + INTERVAL ${REQUEST_LEASE_SECONDS} SECOND`,
    );
    const { id: webhookId, url } = webhook;
    const secrets = this.secrets.signing(webhook);
    const claimed = taken.flatMap(({ id, event, event_id, attempts, fence, next_attempt_at }): ClaimedDelivery[] => {
      const found = eventById.get(event_id ?? 0);
      if (!found) return [];
      return [
        {
          id,
          fence: fence + 1,
          webhookId,
          event,
          eventUid: found.uid,
          attemptNo: attempts + 1,
          unsigned: unsignedPayload({ event, occurredAt: found.occurred_at, webhookId, dataJson: found.data }),
          dueAt: next_attempt_at,
          url,
          secrets,
          claimedAt,
          requestId: found.request_id,
        },
      ];
    });
    if (claimed.length === 0) return [];
    await tx.insertRows(
      'webhook_attempts',
      ['delivery_id', 'attempt_no', 'fence', 'url'],
      claimed.map(({ id, attemptNo, fence, url }) => [id, attemptNo, fence, url]),
    );
    return claimed;
  }

  /** Ends deliveries that will not be attempted again. Nothing is counted against the webhook. */
  private async giveUp(tx: Tx, rows: readonly DueRow[], reason: 'poison' | 'event_gone'): Promise<void> {
    if (rows.length === 0) return;
    const ids = idsOf(rows);
    await DELIVERIES.moveLocked(tx, 'fail', ids, {
      set: `fail_reason = :reason, next_attempt_at = NULL,
            interrupted = interrupted + (lease_owner IS NOT NULL), ${DELIVERY_LEASE.revoked}`,
      params: { reason },
    });
    tx.afterCommit(() => {
      this.logger.error({ deliveries: ids, reason }, 'Webhook deliveries failed permanently');
    });
  }
}

const isAbandoned = (row: DueRow): boolean => row.lease_owner !== null;

/** Claims an interrupted delivery alone: if it crashes the process again, no other delivery is affected. */
function isolated(rows: readonly DueRow[]): readonly DueRow[] {
  const suspect = rows.findIndex((row) => isAbandoned(row) || row.interrupted > 0);
  return suspect === -1 ? rows : rows.slice(0, Math.max(1, suspect));
}
