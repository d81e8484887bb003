import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
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
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'webhook_id' }) webhookId!: number;
  @Column({ type: 'datetime', name: 'from_at', precision: 3 }) fromAt!: Date;
  @Column({ type: 'datetime', name: 'to_at', precision: 3 }) toAt!: Date;
  @Column({ type: 'simple-array' }) events!: PublicEventName[];
  @Column({ type: 'enum', enum: REPLAY_STATUSES, default: 'running' }) status!: ReplayStatus;
  /** Events counted at the start. */
  @Column({ type: 'int', unsigned: true }) total!: number;
  /** Whether `total` is a lower bound, because there were too many to count. */
  @Column({ type: 'boolean', name: 'total_is_estimate', default: false }) totalIsEstimate!: boolean;
  /** Deliveries created or restarted so far. */
  @Column({ type: 'int', unsigned: true, default: 0 }) queued!: number;
  /** The last event scanned, by time and then by id. */
  @Column({ type: 'datetime', name: 'reached_at', precision: 3 }) reachedAt!: Date;
  @Column({ type: 'bigint', unsigned: true, name: 'reached_event_id', default: 0 }) reachedEventId!: number;
  /** For the history of a new webhook, in event log order; null for a replay of a time range. */
  @Column({ type: 'bigint', unsigned: true, name: 'reached_position', nullable: true }) reachedPosition!: number | null;
  /** When the dispatcher was last asked to take over from a history at the end of the log. */
  @Column({ type: 'datetime', name: 'handover_at', precision: 3, nullable: true }) handoverAt!: Date | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
  @Column({ type: 'datetime', name: 'finished_at', precision: 3, nullable: true }) finishedAt!: Date | null;
}
