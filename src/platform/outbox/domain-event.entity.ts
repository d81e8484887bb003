import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ascii, atInsert, bigUnsigned, flag, unsigned } from '../database/columns.js';

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
  @Column({ type: 'enum', enum: ['new', 'carried'], default: 'new' }) state!: 'new' | 'carried';
  @Column(atInsert) occurredAt!: Date;
  @Column(flag) silent!: number;
  @Column({ type: 'varchar', length: 64, ...ascii, nullable: true }) requestId!: string | null;
}
