import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { PublicEventName } from '../../events/domain-events.js';

export const WEBHOOK_STATUSES = ['active', 'inactive', 'failed'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

@Entity('webhooks')
export class Webhook {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 190 }) name!: string;
  @Column({ type: 'varchar', length: 2048 }) url!: string;
  /** Wildcards are expanded when saved, so that a later kind of event surprises nobody. */
  @Column({ type: 'simple-array' }) events!: PublicEventName[];
  @Column({ type: 'enum', enum: WEBHOOK_STATUSES, default: 'active' }) status!: WebhookStatus;
  /** Encrypted with the webhook's id as context. */
  @Column({ type: 'varchar', length: 512, charset: 'ascii', collation: 'ascii_bin' }) secret!: string;
  /** The secret before the last rotation, encrypted like the present one; it signs too until its time is over. */
  @Column({
    type: 'varchar',
    length: 512,
    name: 'previous_secret',
    charset: 'ascii',
    collation: 'ascii_bin',
    nullable: true,
  })
  previousSecret!: string | null;
  @Column({ type: 'datetime', name: 'previous_secret_until', precision: 3, nullable: true })
  previousSecretUntil!: Date | null;
  @Column({ type: 'int', unsigned: true, name: 'consecutive_failures', default: 0 }) consecutiveFailures!: number;
  /** After a re-activation: deliveries go one at a time until one succeeds. */
  @Column({ type: 'boolean', default: false }) probing!: boolean;
  @Column({ type: 'datetime', name: 'status_changed_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  statusChangedAt!: Date;
  /** Deliveries due behind this place are still to be started anew, and none is attempted; null when there is nothing to do. */
  @Column({ type: 'datetime', name: 'resuming_at', precision: 3, nullable: true }) resumingAt!: Date | null;
  @Column({ type: 'bigint', unsigned: true, name: 'resuming_id', default: 0 }) resumingId!: number;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
  /** When a person changed it or the rule disabled it; counting failures does not touch it. */
  @Column({ type: 'datetime', name: 'updated_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  updatedAt!: Date;
}
