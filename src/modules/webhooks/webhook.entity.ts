import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { PublicEventName } from '../../events/domain-events.js';
import { StateMachine } from '../../platform/work/states.js';

export const WEBHOOK_STATUSES = ['active', 'inactive', 'failed'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export const WEBHOOKS = new StateMachine('webhook', 'webhooks.status', WEBHOOK_STATUSES, {
  initial: ['active', 'inactive'],
  events: {
    activate: { from: ['inactive', 'failed'], to: 'active' },
    deactivate: { from: ['active', 'failed'], to: 'inactive' },
    fail: { from: ['active'], to: 'failed' },
  },
});

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

@Entity('webhooks')
export class Webhook {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 190 }) name!: string;
  @Column({ type: 'varchar', length: 2048 }) url!: string;
  /** Wildcards are expanded on save, so that future event types are not sent without a new subscription. */
  @Column({ type: 'simple-array' }) events!: PublicEventName[];
  @Column({ type: 'enum', enum: WEBHOOK_STATUSES, default: 'active' }) status!: WebhookStatus;
  /** Encrypted; the context is the webhook's id. */
  @Column({ type: 'varchar', length: 512, ...ascii }) secret!: string;
  /** The secret before the last rotation, encrypted; it also signs until its grace period ends. */
  @Column({ type: 'varchar', length: 512, name: 'previous_secret', nullable: true, ...ascii })
  previousSecret!: string | null;
  @Column({ type: 'datetime', name: 'previous_secret_until', precision: 3, nullable: true })
  previousSecretUntil!: Date | null;
  @Column({ type: 'int', unsigned: true, name: 'consecutive_failures', default: 0 }) consecutiveFailures!: number;
  /** After a reactivation: deliveries are sent one at a time until one succeeds. */
  @Column({ type: 'boolean', default: false }) probing!: boolean;
  @Column({ type: 'datetime', name: 'status_changed_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  statusChangedAt!: Date;
  /** The progress of restarting deliveries after a reactivation; no attempts until it is null. */
  @Column({ type: 'datetime', name: 'resuming_at', precision: 3, nullable: true }) resumingAt!: Date | null;
  @Column({ type: 'bigint', unsigned: true, name: 'resuming_id', default: 0 }) resumingId!: number;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
  /** When a manager changed it or failures disabled it; counting failures does not touch it. */
  @Column({ type: 'datetime', name: 'updated_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  updatedAt!: Date;
}
