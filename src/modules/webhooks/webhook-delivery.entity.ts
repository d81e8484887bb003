import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export const DELIVERY_STATUSES = ['pending', 'success', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One event for one webhook. */
@Entity('webhook_deliveries')
@Index('ux_webhook_deliveries_event', ['webhookId', 'eventId'], { unique: true })
@Index('ix_webhook_deliveries_due', ['webhookId', 'status', 'nextAttemptAt'])
@Index('ix_webhook_deliveries_log', ['webhookId', 'id'])
export class WebhookDelivery {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'webhook_id' }) webhookId!: number;
  /** Null for a test call, which belongs to no event. */
  @Column({ type: 'bigint', unsigned: true, name: 'event_id', nullable: true }) eventId!: number | null;
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' }) event!: string;
  @Column({ type: 'enum', enum: DELIVERY_STATUSES, default: 'pending' }) status!: DeliveryStatus;
  /** Requests begun, interrupted ones included; the number of the latest one. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) attempts!: number;
  /** Requests of this round that ended without a 2xx; a redelivery starts a new round. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) failures!: number;
  /** Requests of this round whose process died; not counted as failures. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) interrupted!: number;
  /** While claimed: the end of the lease, so that one index finds both what is due and what was left behind. */
  @Column({
    type: 'datetime',
    name: 'next_attempt_at',
    precision: 3,
    nullable: true,
    default: () => 'CURRENT_TIMESTAMP(3)',
  })
  nextAttemptAt!: Date | null;
  @Column({ type: 'char', length: 26, name: 'lease_owner', charset: 'ascii', collation: 'ascii_bin', nullable: true })
  leaseOwner!: string | null;
  @Column({ type: 'datetime', name: 'lease_until', precision: 3, nullable: true }) leaseUntil!: Date | null;
  /** Raised by every claim; a result under an older fence changes nothing. */
  @Column({ type: 'int', unsigned: true, default: 0 }) fence!: number;
  /** Of the latest attempt; 0 when there was no answer. */
  @Column({ type: 'smallint', unsigned: true, name: 'response_code', nullable: true }) responseCode!: number | null;
  @Column({ type: 'int', unsigned: true, name: 'response_time', nullable: true }) responseTime!: number | null;
  @Column({ type: 'datetime', name: 'attempted_at', precision: 3, nullable: true }) attemptedAt!: Date | null;
  @Column({
    type: 'varchar',
    length: 32,
    name: 'fail_reason',
    charset: 'ascii',
    collation: 'ascii_bin',
    nullable: true,
  })
  failReason!: string | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
