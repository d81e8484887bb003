import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';
import type { PublicEventName } from '../../events/domain-events.js';
import { StateMachine } from '../../platform/work/states.js';

export const REPLAY_STATUSES = ['running', 'done', 'cancelled'] as const;
export type ReplayStatus = (typeof REPLAY_STATUSES)[number];

export const REPLAYS = new StateMachine('replay', 'webhook_replays.status', REPLAY_STATUSES, {
  initial: ['running'],
  terminal: ['done', 'cancelled'],
  events: { finish: { from: ['running'], to: 'done' }, cancel: { from: ['running'], to: 'cancelled' } },
});

/** A request to redeliver the events of a time range, with its progress. */
@Entity('webhook_replays')
@Index('ix_webhook_replays_status', ['status', 'id'])
@Index('ix_webhook_replays_webhook', ['webhookId', 'id'])
export class WebhookReplay {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.unsigned) webhookId!: number;
  @Column(column.moment) fromAt!: Date;
  @Column(column.moment) toAt!: Date;
  @Column({ type: 'simple-array' }) events!: PublicEventName[];
  @Column({ type: 'enum', enum: REPLAY_STATUSES, default: 'running' }) status!: ReplayStatus;
  @Column(column.unsigned) total!: number;
  /** Whether `total` is a lower bound, because there were too many to count. */
  @Column({ type: 'boolean', default: false }) totalIsEstimate!: boolean;
  @Column(column.count) queued!: number;
  /** The last event scanned, by time and then by id. */
  @Column(column.moment) reachedAt!: Date;
  @Column(column.bigCount) reachedEventId!: number;
  /** For the history of a new webhook, in event log order; null for a replay of a time range. */
  @Column({ ...column.bigUnsigned, nullable: true }) reachedPosition!: number | null;
  /** When the dispatcher was last asked to take over from a history at the end of the log. */
  @Column({ ...column.moment, nullable: true }) handoverAt!: Date | null;
  @Column(column.atInsert) createdAt!: Date;
  @Column({ ...column.moment, nullable: true }) finishedAt!: Date | null;
}
