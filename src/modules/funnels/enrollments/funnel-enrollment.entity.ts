import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ENROLLMENT_STATUSES, type EnrollmentStatus } from '../definition/funnel-status.js';

/** One run of a contact through a funnel. The unique key allows one active enrollment per contact and funnel. */
@Entity('funnel_entries')
@Index('ux_funnel_entries_active', ['funnelId', 'activeContactId'], { unique: true })
@Index('ix_funnel_entries_due', ['funnelId', 'dueAt'])
@Index('ix_funnel_entries_contact', ['contactId', 'funnelId'])
@Index('ix_funnel_entries_active_contact', ['activeContactId'])
@Index('ix_funnel_entries_funnel', ['funnelId', 'id'])
@Index('ix_funnel_entries_status', ['funnelId', 'status', 'id'])
export class FunnelEnrollment {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'funnel_id' }) funnelId!: number;
  @Column({ type: 'int', unsigned: true, name: 'contact_id' }) contactId!: number;
  /** The contact while the enrollment is active, null afterwards. */
  @Column({ type: 'int', unsigned: true, name: 'active_contact_id', nullable: true }) activeContactId!: number | null;
  @Column({ type: 'int', unsigned: true, name: 'version_id' }) versionId!: number;
  @Column({ type: 'enum', enum: ENROLLMENT_STATUSES, default: 'active' }) status!: EnrollmentStatus;
  @Column({ type: 'int', unsigned: true, name: 'last_step_id', nullable: true }) lastStepId!: number | null;
  /** The step that runs when it is due; null if only the end follows. */
  @Column({ type: 'int', unsigned: true, name: 'next_step_id', nullable: true }) nextStepId!: number | null;
  @Column({ type: 'datetime', name: 'arrived_at', precision: 3 }) arrivedAt!: Date;
  /** Null: ended, or waiting for an event without a time limit. */
  @Column({ type: 'datetime', name: 'due_at', precision: 3, nullable: true }) dueAt!: Date | null;
  @Column({ type: 'tinyint', unsigned: true, default: 0 }) met!: number;
  @Column({ type: 'tinyint', unsigned: true, default: 0 }) tries!: number;
  @Column({ type: 'text', nullable: true }) payload!: string | null;
  @Column({ type: 'varchar', length: 64, name: 'request_id', charset: 'ascii', collation: 'ascii_bin', nullable: true })
  requestId!: string | null;
  @Column({ type: 'datetime', name: 'entered_at', precision: 3 }) enteredAt!: Date;
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
