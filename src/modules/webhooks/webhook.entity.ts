import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';
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

@Entity('webhooks')
export class Webhook {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.shortText) name!: string;
  @Column({ type: 'varchar', length: 2048 }) url!: string;
  /** Wildcards are expanded on save, so that future event types are not sent without a new subscription. */
  @Column({ type: 'simple-array' }) events!: PublicEventName[];
  @Column({ type: 'enum', enum: WEBHOOK_STATUSES, default: 'active' }) status!: WebhookStatus;
  /** Encrypted; the context is the webhook's id. */
  @Column({ type: 'varchar', length: 512, ...column.ascii }) secret!: string;
  /** The secret before the last rotation, encrypted; it also signs until its grace period ends. */
  @Column({ type: 'varchar', length: 512, ...column.ascii, nullable: true }) previousSecret!: string | null;
  @Column({ ...column.moment, nullable: true }) previousSecretUntil!: Date | null;
  @Column(column.count) consecutiveFailures!: number;
  /** After a reactivation: deliveries are sent one at a time until one succeeds. */
  @Column({ type: 'boolean', default: false }) probing!: boolean;
  @Column(column.atInsert) statusChangedAt!: Date;
  /** The progress of restarting deliveries after a reactivation; no attempts until it is null. */
  @Column({ ...column.moment, nullable: true }) resumingAt!: Date | null;
  @Column(column.bigCount) resumingId!: number;
  @Column(column.atInsert) createdAt!: Date;
  /** When a manager changed it or failures disabled it; counting failures does not touch it. */
  @Column(column.atInsert) updatedAt!: Date;
}
