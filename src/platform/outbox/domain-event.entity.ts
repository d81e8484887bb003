import { Column, Entity, Index, PrimaryGeneratedColumn, PrimaryColumn } from 'typeorm';
import { StateMachine } from '../work/states.js';
import { ascii, atInsert, bigUnsigned, flag, unsigned, count, moment, bigCount } from '../database/columns.js';

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
  @PrimaryGeneratedColumn(bigUnsigned) id!: number;
  @Column({ ...bigUnsigned, nullable: true }) position!: number | null;
  @Column({ type: 'char', length: 26, ...ascii }) uid!: string;
  @Column({ type: 'varchar', length: 64, ...ascii }) type!: string;
  @Column({ type: 'varchar', length: 32, ...ascii }) subjectType!: string;
  @Column({ ...bigUnsigned, nullable: true }) subjectId!: number | null;
  @Column({ ...unsigned, nullable: true }) contactId!: number | null;
  @Column({ ...unsigned, nullable: true }) campaignId!: number | null;
  @Column({ type: 'varchar', length: 120, ...ascii, nullable: true }) dedupeKey!: string | null;
  @Column({ type: 'longtext' }) data!: string;
  @Column({ type: 'enum', enum: LOG_STATES, default: 'new' }) state!: (typeof LOG_STATES)[number];
  @Column(atInsert) occurredAt!: Date;
  @Column(flag) silent!: number;
  @Column({ type: 'varchar', length: 64, ...ascii, nullable: true }) requestId!: string | null;
}

/** A subscriber that processes events by itself. */
@Entity('late_subscribers')
export class LateSubscriber {
  @PrimaryColumn({ type: 'varchar', length: 64, ...ascii }) subscriber!: string;
  @Column(bigUnsigned) position!: number;
  @Column({ type: 'varchar', length: 500 }) error!: string;
  @Column(atInsert) since!: Date;
}

/** An event that a subscriber could not process. */
@Entity('parked_events')
@Index('ix_parked_events_retry', ['retryRequestedAt'])
export class ParkedEvent {
  @PrimaryColumn(bigUnsigned) eventId!: number;
  @PrimaryColumn({ type: 'varchar', length: 64, ...ascii }) subscriber!: string;
  @Column({ type: 'varchar', length: 500 }) error!: string;
  @Column(atInsert) parkedAt!: Date;
  @Column(count) tries!: number;
  @Column({ ...moment, nullable: true }) retryRequestedAt!: Date | null;
}

/** The one row that serializes the relay. */
@Entity('relay_state')
export class RelayState {
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) id!: number;
  @Column(bigCount) lastPosition!: number;
  @Column(bigCount) removedPosition!: number;
}
