import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ascii, atInsert, bigUnsigned, count, moment, unsigned } from '../../platform/database/columns.js';

export const DELIVERY_STATUSES = ['pending', 'success', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One event for one webhook. */
@Entity('webhook_deliveries')
@Index('ux_webhook_deliveries_event', ['webhookId', 'eventId'], { unique: true })
@Index('ix_webhook_deliveries_due', ['webhookId', 'status', 'nextAttemptAt'])
@Index('ix_webhook_deliveries_log', ['webhookId', 'id'])
export class WebhookDelivery {
  @PrimaryGeneratedColumn(bigUnsigned) id!: number;
  @Column(unsigned) webhookId!: number;
  /** Null for a test call, which has no event. */
  @Column({ ...bigUnsigned, nullable: true }) eventId!: number | null;
  @Column({ type: 'varchar', length: 64, ...ascii }) event!: string;
  @Column({ type: 'enum', enum: DELIVERY_STATUSES, default: 'pending' }) status!: DeliveryStatus;
  /** Requests sent, interrupted ones included; also the number of the latest one. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) attempts!: number;
  /** Requests of this round that ended without a 2xx; a redelivery starts a new round. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) failures!: number;
  /** Requests of this round whose process crashed; not counted as failures. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) interrupted!: number;
  /** While claimed: the end of the lease, so that one index finds due and abandoned deliveries. */
  @Column({ ...atInsert, nullable: true }) nextAttemptAt!: Date | null;
  @Column({ type: 'char', length: 26, ...ascii, nullable: true }) leaseOwner!: string | null;
  @Column({ ...moment, nullable: true }) leaseUntil!: Date | null;
  /** Incremented by every claim; a result with an older fence is ignored. */
  @Column(count) fence!: number;
  /** Of the latest attempt; 0 without a response. */
  @Column({ type: 'smallint', unsigned: true, nullable: true }) responseCode!: number | null;
  @Column({ ...unsigned, nullable: true }) responseTime!: number | null;
  @Column({ ...moment, nullable: true }) attemptedAt!: Date | null;
  @Column({ type: 'varchar', length: 32, ...ascii, nullable: true }) failReason!: string | null;
  @Column(atInsert) createdAt!: Date;
}
