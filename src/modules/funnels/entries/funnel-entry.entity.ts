import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ENTRY_STATUSES, type EntryStatus } from '../funnel-status.js';

/** One way of one contact through a funnel. The unique key lets a contact be in it once at a time. */
@Entity('funnel_entries')
@Index('ux_funnel_entries_active', ['funnelId', 'activeContactId'], { unique: true })
@Index('ix_funnel_entries_due', ['funnelId', 'dueAt'])
@Index('ix_funnel_entries_contact', ['contactId', 'funnelId'])
@Index('ix_funnel_entries_active_contact', ['activeContactId'])
@Index('ix_funnel_entries_funnel', ['funnelId', 'id'])
@Index('ix_funnel_entries_status', ['funnelId', 'status', 'id'])
export class FunnelEntry {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'funnel_id' }) funnelId!: number;
  @Column({ type: 'int', unsigned: true, name: 'contact_id' }) contactId!: number;
  /** The contact while the entry is active, null afterwards. */
  @Column({ type: 'int', unsigned: true, name: 'active_contact_id', nullable: true }) activeContactId!: number | null;
  @Column({ type: 'int', unsigned: true, name: 'version_id' }) versionId!: number;
  @Column({ type: 'enum', enum: ENTRY_STATUSES, default: 'active' }) status!: EntryStatus;
  @Column({ type: 'int', unsigned: true, name: 'last_step_id', nullable: true }) lastStepId!: number | null;
  /** The step that comes when it is due; null for one that has only the end before it. */
  @Column({ type: 'int', unsigned: true, name: 'next_step_id', nullable: true }) nextStepId!: number | null;
  /** When it came to that step. */
  @Column({ type: 'datetime', name: 'arrived_at', precision: 3 }) arrivedAt!: Date;
  /** Null: ended, or waiting for something without a limit of time. */
  @Column({ type: 'datetime', name: 'due_at', precision: 3, nullable: true }) dueAt!: Date | null;
  /** Whether what the step waits for has happened. */
  @Column({ type: 'tinyint', unsigned: true, default: 0 }) met!: number;
  /** How often the step failed for a reason that may pass. */
  @Column({ type: 'tinyint', unsigned: true, default: 0 }) tries!: number;
  /** What came with the trigger, as JSON. */
  @Column({ type: 'text', nullable: true }) payload!: string | null;
  /** The request that let the contact in, for the log. */
  @Column({ type: 'varchar', length: 64, name: 'request_id', charset: 'ascii', collation: 'ascii_bin', nullable: true })
  requestId!: string | null;
  @Column({ type: 'datetime', name: 'entered_at', precision: 3 }) enteredAt!: Date;
  /** When it ended, whichever way. */
  @Column({ type: 'datetime', name: 'completed_at', precision: 3, nullable: true }) completedAt!: Date | null;
  @Column({
    type: 'varchar',
    length: 64,
    name: 'exit_reason',
    charset: 'ascii',
    collation: 'ascii_bin',
    nullable: true,
  })
  exitReason!: string | null;
}
