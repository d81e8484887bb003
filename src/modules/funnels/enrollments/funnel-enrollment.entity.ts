import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
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
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  @Column(column.unsigned) funnelId!: number;
  @Column(column.unsigned) contactId!: number;
  /** The contact while the enrollment is active, null afterwards. */
  @Column({ ...column.unsigned, nullable: true }) activeContactId!: number | null;
  @Column(column.unsigned) versionId!: number;
  @Column({ type: 'enum', enum: ENROLLMENT_STATUSES, default: 'active' }) status!: EnrollmentStatus;
  @Column({ ...column.unsigned, nullable: true }) lastStepId!: number | null;
  /** The step that runs when it is due; null if only the end follows. */
  @Column({ ...column.unsigned, nullable: true }) nextStepId!: number | null;
  @Column(column.moment) arrivedAt!: Date;
  /** Null: ended, or waiting for an event without a time limit. */
  @Column({ ...column.moment, nullable: true }) dueAt!: Date | null;
  @Column(column.flag) met!: number;
  @Column(column.flag) tries!: number;
  /** The bulk action that enrolled the contact, as JSON. */
  @Column({ type: 'text', nullable: true }) payload!: string | null;
  @Column({ type: 'varchar', length: 64, ...column.ascii, nullable: true }) requestId!: string | null;
  @Column(column.moment) enteredAt!: Date;
  @Column({ ...column.moment, nullable: true }) completedAt!: Date | null;
  @Column({ type: 'varchar', length: 64, ...column.ascii, nullable: true }) exitReason!: string | null;
}

/** What started an enrollment, as JSON. Apart from its row, which every step reads and writes. */
@Entity('funnel_entry_data')
@Index('ix_funnel_entry_data_ended', ['endedAt'])
export class FunnelEnrollmentData {
  @PrimaryColumn(column.bigUnsigned) entryId!: number;
  @Column({ type: 'mediumtext' }) data!: string;
  /** Null while the enrollment is active. */
  @Column({ ...column.moment, nullable: true }) endedAt!: Date | null;
}
