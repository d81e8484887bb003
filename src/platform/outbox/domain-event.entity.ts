import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { StateMachine } from '../work/states.js';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

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
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'bigint', unsigned: true, nullable: true }) position!: number | null;
  @Column({ type: 'char', length: 26, ...ascii }) uid!: string;
  @Column({ type: 'varchar', length: 64, ...ascii }) type!: string;
  @Column({ type: 'varchar', length: 32, name: 'subject_type', ...ascii }) subjectType!: string;
  @Column({ type: 'bigint', unsigned: true, name: 'subject_id', nullable: true }) subjectId!: number | null;
  @Column({ type: 'int', unsigned: true, name: 'contact_id', nullable: true }) contactId!: number | null;
  @Column({ type: 'int', unsigned: true, name: 'campaign_id', nullable: true }) campaignId!: number | null;
  @Column({ type: 'varchar', length: 120, name: 'dedupe_key', nullable: true, ...ascii }) dedupeKey!: string | null;
  @Column({ type: 'longtext' }) data!: string;
  @Column({ type: 'enum', enum: LOG_STATES, default: 'new' }) state!: (typeof LOG_STATES)[number];
  @Column({ type: 'datetime', precision: 3, name: 'occurred_at', default: () => 'CURRENT_TIMESTAMP(3)' })
  occurredAt!: Date;
  @Column({ type: 'tinyint', unsigned: true, default: 0 }) silent!: number;
  @Column({ type: 'varchar', length: 64, name: 'request_id', nullable: true, ...ascii }) requestId!: string | null;
}
