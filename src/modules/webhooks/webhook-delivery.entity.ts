import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { StateMachine } from '../../platform/work/states.js';

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

const moment = { type: 'datetime', precision: 3, nullable: true } as const;
const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** One event for one webhook. */
@Entity('webhook_deliveries')
@Index('ux_webhook_deliveries_event', ['webhookId', 'eventId'], { unique: true })
@Index('ix_webhook_deliveries_due', ['webhookId', 'status', 'nextAttemptAt'])
@Index('ix_webhook_deliveries_log', ['webhookId', 'id'])
export class WebhookDelivery {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'webhook_id' }) webhookId!: number;
  /** Null for a test call, which has no event. */
  @Column({ type: 'bigint', unsigned: true, name: 'event_id', nullable: true }) eventId!: number | null;
  @Column({ type: 'varchar', length: 64, ...ascii }) event!: string;
  @Column({ type: 'enum', enum: DELIVERY_STATUSES, default: 'pending' }) status!: DeliveryStatus;
  /** Requests sent, interrupted ones included; also the number of the latest one. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) attempts!: number;
  /** Requests of this round that ended without a 2xx; a redelivery starts a new round. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) failures!: number;
  /** Requests of this round whose process crashed; not counted as failures. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) interrupted!: number;
  /** While claimed: the end of the lease, so that one index finds due and abandoned deliveries. */
  @Column({ ...moment, name: 'next_attempt_at', default: () => 'CURRENT_TIMESTAMP(3)' }) nextAttemptAt!: Date | null;
  @Column({ type: 'char', length: 26, name: 'lease_owner', nullable: true, ...ascii }) leaseOwner!: string | null;
  @Column({ ...moment, name: 'lease_until' }) leaseUntil!: Date | null;
  /** Incremented by every claim; a result with an older fence is ignored. */
  @Column({ type: 'int', unsigned: true, default: 0 }) fence!: number;
  /** Of the latest attempt; 0 without a response. */
  @Column({ type: 'smallint', unsigned: true, name: 'response_code', nullable: true }) responseCode!: number | null;
  @Column({ type: 'int', unsigned: true, name: 'response_time', nullable: true }) responseTime!: number | null;
  @Column({ ...moment, name: 'attempted_at' }) attemptedAt!: Date | null;
  @Column({ type: 'varchar', length: 32, name: 'fail_reason', nullable: true, ...ascii }) failReason!: string | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
