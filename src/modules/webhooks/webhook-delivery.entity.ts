import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Tx } from '../../platform/database/database.js';
import { Lease } from '../../platform/work/lease.js';
import { StateMachine } from '../../platform/work/states.js';
import * as column from '../../platform/database/columns.js';

export const DELIVERY_STATUSES = ['pending', 'success', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const DELIVERIES = new StateMachine('delivery', 'webhook_deliveries.status', DELIVERY_STATUSES, {
  initial: ['pending'],
  events: {
    succeed: { from: ['pending'], to: 'success' },
    retry: { from: ['pending'], to: 'pending' },
    fail: { from: ['pending'], to: 'failed' },
    replay: { from: ['success', 'failed'], to: 'pending' },
    redeliver: { from: DELIVERY_STATUSES, to: 'pending' },
  },
});

/** The other assignments of a new round of attempts, due at once. */
export const NEW_ROUND = 'failures = 0, interrupted = 0, next_attempt_at = NOW(3), fail_reason = NULL';

@Entity('webhook_deliveries')
@Index('ux_webhook_deliveries_event', ['webhookId', 'eventId'], { unique: true })
@Index('ix_webhook_deliveries_due', ['webhookId', 'status', 'nextAttemptAt'])
@Index('ix_webhook_deliveries_log', ['webhookId', 'id'])
export class WebhookDelivery {
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  @Column(column.unsigned) webhookId!: number;
  /** Null for a test call, which has no event. */
  @Column({ ...column.bigUnsigned, nullable: true }) eventId!: number | null;
  @Column({ type: 'varchar', length: 64, ...column.ascii }) event!: string;
  @Column({ type: 'enum', enum: DELIVERY_STATUSES, default: 'pending' }) status!: DeliveryStatus;
  /** Requests sent, interrupted ones included; also the number of the latest one. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) attempts!: number;
  /** Requests of this round that ended without a 2xx; a redelivery starts a new round. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) failures!: number;
  /** Requests of this round whose process crashed; not counted as failures. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) interrupted!: number;
  /** While claimed: the end of the lease, so that one index finds due and abandoned deliveries. */
  @Column({ ...column.atInsert, nullable: true }) nextAttemptAt!: Date | null;
  @Column({ type: 'char', length: 26, ...column.ascii, nullable: true }) leaseOwner!: string | null;
  @Column({ ...column.moment, nullable: true }) leaseUntil!: Date | null;
  /** Incremented by every claim; a result with an older fence is ignored. */
  @Column(column.count) fence!: number;
  /** Of the latest attempt; 0 without a response. */
  @Column({ type: 'smallint', unsigned: true, nullable: true }) responseCode!: number | null;
  @Column({ ...column.unsigned, nullable: true }) responseTime!: number | null;
  @Column({ ...column.moment, nullable: true }) attemptedAt!: Date | null;
  @Column({ type: 'varchar', length: 32, ...column.ascii, nullable: true }) failReason!: string | null;
  @Column(column.atInsert) createdAt!: Date;
}

export const DELIVERY_LEASE = new Lease({
  table: 'webhook_deliveries',
  owner: 'lease_owner',
  until: 'lease_until',
  fence: 'fence',
  isLeased: "status = 'pending'",
});

/** Records the open attempts of deliveries as interrupted. */
export async function closeAttempts(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(
    `UPDATE webhook_attempts SET outcome = 'interrupted', finished_at = NOW(3)
      WHERE delivery_id IN (:ids) AND outcome IS NULL`,
    { ids },
  );
}

/** Ends deliveries as failed. Revokes their leases, so that a late result changes nothing. */
export async function endDeliveries(tx: Tx, ids: readonly number[], reason: string): Promise<void> {
  if (ids.length === 0) return;
  await closeAttempts(tx, ids);
  await DELIVERIES.move(tx, 'fail', {
    where: 'id IN (:ids)',
    set: `fail_reason = :reason, next_attempt_at = NULL, ${DELIVERY_LEASE.revoked}`,
    params: { ids, reason },
  });
}
