import { performance } from 'node:perf_hooks';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { ulid } from '../../../platform/ids/ulid.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { WebhookStatus } from '../webhook.entity.js';
import {
  PREVIOUS_SECRET,
  type SealedSecrets,
  type SigningSecrets,
  WebhookSecrets,
} from '../webhook-secrets.service.js';
import { concurrencyFor, FAILURES_TO_DISABLE, type WebhookHealth } from '../webhook-status.js';
import { unsignedPayload } from './payload.js';

/** A delivery that this process alone may attempt until its lease ends. */
export interface ClaimedDelivery {
  readonly id: number;
  readonly webhookId: number;
  readonly event: string;
  readonly eventUid: string;
  readonly attemptNo: number;
  readonly fence: number;
  readonly unsigned: string;
  /** When it was due: where it goes back in line if it is not attempted. */
  readonly dueAt: Date;
  readonly url: string;
  readonly secrets: SigningSecrets;
  /** The request that its event goes back to. */
  readonly requestId: string | null;
}

export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[];
  /** There may be more that is due. */
  readonly more: boolean;
  /** What is due has to wait until something that is under way has ended. */
  readonly blocked: boolean;
  /** How many requests of one process to this webhook may be under way at once. */
  readonly concurrency: number;
  /** When the webhook was last changed, for `isCurrent`. */
  readonly revision: Date;
  /** Of the process's monotonic clock, from before the lease began. */
  readonly claimedAt: number;
}

const BATCH = 16;
export const LEASE_SECONDS = 45;
/** More than the database lets anybody wait for a lock. */
const LOCK_WAIT_SECONDS = 10;
/** A delivery whose process died this often is what kills it. */
const INTERRUPTIONS_TO_GIVE_UP = 3;

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

interface WebhookRow extends SealedSecrets {
  url: string;
  status: WebhookStatus;
  consecutive_failures: number;
  probing: number;
  resuming_at: Date | null;
  updated_at: Date;
}

/**
 * Hands out due deliveries, in event order. The lock on the webhook's row makes claims of one webhook happen one after
 * the other over all processes; it is held for a handful of statements.
 */
@Injectable()
export class DeliveryClaims {
  private readonly logger = new Logger(DeliveryClaims.name);
  private readonly owner = ulid();
  /** So many failures behind it, and the next one would end a delivery and count against its webhook. */
  private readonly failuresBeforeLast: number;

  constructor(
    private readonly db: Database,
    private readonly secrets: WebhookSecrets,
    @Inject(APP_CONFIG) { webhooks }: AppConfig,
  ) {
    this.failuresBeforeLast = webhooks.failureUnit === 'attempt' ? 0 : webhooks.retryScheduleMs.length;
  }

  async claim(webhookId: number): Promise<Claim> {
    const claimedAt = performance.now();
    return this.db.transaction(async (tx) => {
      const webhook = await this.lockedWebhook(tx, webhookId);
      const concurrency = webhook ? concurrencyFor(healthOf(webhook)) : 0;
      const revision = webhook?.updated_at ?? new Date(0);
      const nothing = { deliveries: [], more: false, blocked: false, concurrency, revision, claimedAt };
      if (!webhook || concurrency === 0 || webhook.resuming_at !== null) return nothing;
      if (webhook.probing === 1 && (await this.isUnderWay(tx, webhookId))) return { ...nothing, blocked: true };

      const limit = webhook.probing === 1 ? 1 : BATCH;
      const { rows: due, blocked } = await this.withinFailureLimit(tx, webhook, limit);
      const poisoned = due.filter((row) => isAbandoned(row) && row.interrupted + 1 >= INTERRUPTIONS_TO_GIVE_UP);
      const usable = isolated(due.filter((row) => !poisoned.includes(row)));
      await this.closeAbandoned(tx, [...poisoned, ...usable.filter(isAbandoned)]);
      await this.giveUp(tx, poisoned, 'poison');
      const deliveries = await this.take(tx, webhook, usable);
      const more = due.length === limit || usable.length < due.length;
      return { deliveries, more, blocked, concurrency, revision, claimedAt };
    });
  }

  /** Whether the webhook is still on and as it was when `revision` was read: nobody changed, disabled or deleted it. */
  async isCurrent(webhookId: number, revision: Date): Promise<boolean> {
    const rows = await this.db.query(
      `SELECT id FROM webhooks WHERE id = :webhookId AND status = 'active' AND updated_at = :revision`,
      { webhookId, revision },
    );
    return rows.length > 0;
  }

  /** Puts deliveries that were not attempted back to where they stood. A claim that others have taken over is theirs. */
  async giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const ids = deliveries.map(({ id }) => id);
    await this.db.transaction(async (tx) => {
      const rows = await tx.query<{ id: number; fence: number }>(
        `SELECT id, fence FROM webhook_deliveries WHERE id IN (:ids) AND status = 'pending' ORDER BY id FOR UPDATE`,
        { ids },
      );
      const fences = new Map(rows.map(({ id, fence }) => [id, fence]));
      const own = deliveries.filter(({ id, fence }) => fences.get(id) === fence);
      if (own.length === 0) return;
      const ownIds = own.map(({ id }) => id);
      await tx.execute(
        `UPDATE webhook_deliveries
            SET attempts = attempts - 1, lease_owner = NULL, lease_until = NULL,
                next_attempt_at = ELT(FIELD(id, :ids), :dueAt)
          WHERE id IN (:ids)`,
        { ids: ownIds, dueAt: own.map(({ dueAt }) => dueAt) },
      );
      await tx.execute(
        `DELETE FROM webhook_attempts
          WHERE delivery_id IN (:ids) AND outcome IS NULL AND fence = ELT(FIELD(delivery_id, :ids), :fences)`,
        { ids: ownIds, fences: own.map(({ fence }) => fence) },
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
   * Due rows, without last attempts that could together fail past the limit. Whoever may take one is decided under the
   * lock of the webhook, which a counted failure needs too, so failures behind it and attempts under way always add up to
   * five at most, however many processes there are: the fifth failure disables it, and there is no sixth.
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
    // What has to wait must not stand in the way of the rest.
    const others = await this.dueRows(tx, webhook.id, limit, 'AND failures < :failuresBeforeLast');
    const rows = [...counting.slice(0, room), ...others].sort(
      (a, b) => a.next_attempt_at.getTime() - b.next_attempt_at.getTime() || a.id - b.id,
    );
    return { rows: rows.slice(0, limit), blocked: true };
  }

  private wouldCount({ failures }: DueRow): boolean {
    return failures >= this.failuresBeforeLast;
  }

  /** A lease that is just over counts still: its failure may have been accepted before the end and wait for our lock. */
  private async countingUnderWay(tx: Tx, webhookId: number, due: readonly DueRow[]): Promise<number> {
    const [row] = await tx.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM webhook_deliveries
        WHERE webhook_id = :webhookId AND status = 'pending'
          AND next_attempt_at > NOW(3) - INTERVAL ${LOCK_WAIT_SECONDS} SECOND
          AND next_attempt_at <= NOW(3) + INTERVAL ${LEASE_SECONDS} SECOND
          AND lease_owner IS NOT NULL AND failures >= :failuresBeforeLast AND id NOT IN (:due)`,
      { webhookId, failuresBeforeLast: this.failuresBeforeLast, due: due.map(({ id }) => id) },
    );
    return row?.total ?? 0;
  }

  /**
   * A claimed row's `next_attempt_at` is the end of its lease, so what a dead process left behind comes up as due.
   *
   * They are found without locks and then locked by their keys: a locking scan would touch the first row behind its range
   * as well, which is the next webhook's, and that one's claim would skip it at that moment and leave it to the sweeper.
   */
  private async dueRows(
    tx: Tx,
    webhookId: number,
    limit: number,
    condition: '' | 'AND failures < :failuresBeforeLast',
  ): Promise<DueRow[]> {
    const isDue = `status = 'pending' AND next_attempt_at <= NOW(3) ${condition}`;
    const params = { webhookId, limit, failuresBeforeLast: this.failuresBeforeLast };
    const found = await tx.query<{ id: number }>(
      `SELECT id FROM webhook_deliveries
        WHERE webhook_id = :webhookId AND ${isDue} ORDER BY next_attempt_at, id LIMIT :limit`,
      params,
    );
    if (found.length === 0) return [];
    return tx.query<DueRow>(
      `SELECT id, event, event_id, attempts, failures, interrupted, fence, lease_owner, next_attempt_at
         FROM webhook_deliveries FORCE INDEX (PRIMARY)
        WHERE id IN (:ids) AND ${isDue}
        ORDER BY next_attempt_at, id
          FOR UPDATE SKIP LOCKED`,
      { ...params, ids: found.map(({ id }) => id) },
    );
  }

  private async take(tx: Tx, webhook: WebhookRow, rows: readonly DueRow[]): Promise<ClaimedDelivery[]> {
    if (rows.length === 0) return [];
    const events = await tx.query<EventRow>(
      'SELECT id, uid, data, occurred_at, request_id FROM domain_events WHERE id IN (:ids)',
      { ids: rows.map((row) => row.event_id) },
    );
    const eventById = new Map(events.map((event) => [event.id, event]));
    await this.giveUp(
      tx,
      rows.filter((row) => !eventById.has(row.event_id ?? 0)),
      'event_gone',
    );
    const secrets = this.secrets.signing(webhook);
    const claimed = rows.flatMap((row): ClaimedDelivery[] => {
      const event = eventById.get(row.event_id ?? 0);
      if (!event) return [];
      const unsigned = unsignedPayload({
        event: row.event,
        occurredAt: event.occurred_at,
        webhookId: webhook.id,
        dataJson: event.data,
      });
      return [
        {
          id: row.id,
          webhookId: webhook.id,
          event: row.event,
          eventUid: event.uid,
          attemptNo: row.attempts + 1,
          fence: row.fence + 1,
          unsigned,
          dueAt: row.next_attempt_at,
          url: webhook.url,
          secrets,
          requestId: event.request_id,
        },
      ];
    });
    if (claimed.length === 0) return [];
    // Assignments run from left to right: whether the row was abandoned is read before the lease is replaced.
    await tx.execute(
      `UPDATE webhook_deliveries
          SET interrupted = interrupted + (lease_owner IS NOT NULL), attempts = attempts + 1, fence = fence + 1,
              lease_owner = :owner, lease_until = NOW(3) + INTERVAL ${LEASE_SECONDS} SECOND, next_attempt_at = lease_until
        WHERE id IN (:ids)`,
      { owner: this.owner, ids: claimed.map(({ id }) => id) },
    );
    await tx.insertRows(
      'webhook_attempts',
      ['delivery_id', 'attempt_no', 'fence', 'url'],
      claimed.map(({ id, attemptNo, fence, url }) => [id, attemptNo, fence, url]),
    );
    return claimed;
  }

  private async closeAbandoned(tx: Tx, rows: readonly DueRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `UPDATE webhook_attempts SET outcome = 'interrupted', finished_at = NOW(3)
        WHERE delivery_id IN (:ids) AND outcome IS NULL`,
      { ids: rows.map(({ id }) => id) },
    );
  }

  /** Ends deliveries that nobody will attempt any more. It is not the receiver's fault, so nothing is counted. */
  private async giveUp(tx: Tx, rows: readonly DueRow[], reason: 'poison' | 'event_gone'): Promise<void> {
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await tx.execute(
      `UPDATE webhook_deliveries
          SET status = 'failed', fail_reason = :reason, fence = fence + 1, next_attempt_at = NULL,
              interrupted = interrupted + (lease_owner IS NOT NULL), lease_owner = NULL, lease_until = NULL
        WHERE id IN (:ids)`,
      { ids, reason },
    );
    tx.afterCommit(() => {
      this.logger.error({ deliveries: ids, reason }, 'Webhook deliveries were given up');
    });
  }
}

const isAbandoned = (row: DueRow): boolean => row.lease_owner !== null;

/** One that was interrupted goes alone: if it is what kills the process, it must not take its neighbours with it. */
function isolated(rows: readonly DueRow[]): readonly DueRow[] {
  const suspect = rows.findIndex((row) => isAbandoned(row) || row.interrupted > 0);
  return suspect === -1 ? rows : rows.slice(0, Math.max(1, suspect));
}

function healthOf(row: WebhookRow): WebhookHealth {
  return { status: row.status, consecutiveFailures: row.consecutive_failures, probing: row.probing === 1 };
}
