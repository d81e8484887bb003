import { Column, Entity, Index, PrimaryGeneratedColumn, PrimaryColumn } from 'typeorm';
import { StateMachine } from '../work/states.js';
import * as column from '../database/columns.js';

const LOG_STATES = ['new', 'carried'] as const;

export const EVENT_LOG = new StateMachine('event', 'domain_events.state', LOG_STATES, {
  initial: ['new'],
  terminal: ['carried'],
  events: { carry: { from: ['new'], to: 'carried' } },
});

/** An event of the log; `state` says whether the relay has passed it on. */
@Entity('domain_events')
@Index('ix_domain_events_campaign', ['campaignId', 'type', 'id'])
@Index('ix_domain_events_contact', ['contactId', 'id'])
@Index('ix_domain_events_history', ['type', 'subjectId', 'occurredAt', 'id'])
@Index('ix_domain_events_occurred_at', ['occurredAt'])
@Index('ix_domain_events_state', ['state', 'id'])
@Index('ux_domain_events_dedupe_key', ['dedupeKey'], { unique: true })
@Index('ux_domain_events_position', ['position'], { unique: true })
@Index('ux_domain_events_uid', ['uid'], { unique: true })
export class DomainEvent {
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  @Column({ ...column.bigUnsigned, nullable: true }) position!: number | null;
  @Column({ type: 'char', length: 26, ...column.ascii }) uid!: string;
  @Column({ type: 'varchar', length: 64, ...column.ascii }) type!: string;
  @Column({ type: 'varchar', length: 32, ...column.ascii }) subjectType!: string;
  @Column({ ...column.bigUnsigned, nullable: true }) subjectId!: number | null;
  @Column({ ...column.unsigned, nullable: true }) contactId!: number | null;
  @Column({ ...column.unsigned, nullable: true }) campaignId!: number | null;
  @Column({ type: 'varchar', length: 120, ...column.ascii, nullable: true }) dedupeKey!: string | null;
  @Column({ type: 'longtext' }) data!: string;
  @Column({ type: 'enum', enum: LOG_STATES, default: 'new' }) state!: (typeof LOG_STATES)[number];
  @Column(column.atInsert) occurredAt!: Date;
  @Column(column.flag) silent!: number;
  @Column({ type: 'varchar', length: 64, ...column.ascii, nullable: true }) requestId!: string | null;
}

/** A subscriber that processes events by itself. */
@Entity('late_subscribers')
export class LateSubscriber {
  @PrimaryColumn({ type: 'varchar', length: 64, ...column.ascii }) subscriber!: string;
  @Column(column.bigUnsigned) position!: number;
  @Column({ type: 'varchar', length: 500 }) error!: string;
  @Column(column.atInsert) since!: Date;
}

/** An event that a subscriber could not process. */
@Entity('parked_events')
@Index('ix_parked_events_retry', ['retryRequestedAt'])
export class ParkedEvent {
  @PrimaryColumn(column.bigUnsigned) eventId!: number;
  @PrimaryColumn({ type: 'varchar', length: 64, ...column.ascii }) subscriber!: string;
  @Column({ type: 'varchar', length: 500 }) error!: string;
  @Column(column.atInsert) parkedAt!: Date;
  @Column(column.count) tries!: number;
  @Column({ ...column.moment, nullable: true }) retryRequestedAt!: Date | null;
}

/** The one row that serializes the relay. */
@Entity('relay_state')
export class RelayState {
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) id!: number;
  @Column(column.bigCount) lastPosition!: number;
  @Column(column.bigCount) removedPosition!: number;
}
