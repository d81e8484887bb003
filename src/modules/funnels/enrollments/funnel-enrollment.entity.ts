import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { ascii, bigUnsigned, flag, moment, unsigned } from '../../../platform/database/columns.js';
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
  @PrimaryGeneratedColumn(bigUnsigned) id!: number;
  @Column(unsigned) funnelId!: number;
  @Column(unsigned) contactId!: number;
  /** The contact while the enrollment is active, null afterwards. */
  @Column({ ...unsigned, nullable: true }) activeContactId!: number | null;
  @Column(unsigned) versionId!: number;
  @Column({ type: 'enum', enum: ENROLLMENT_STATUSES, default: 'active' }) status!: EnrollmentStatus;
  @Column({ ...unsigned, nullable: true }) lastStepId!: number | null;
  /** The step that runs when it is due; null if only the end follows. */
  @Column({ ...unsigned, nullable: true }) nextStepId!: number | null;
  @Column(moment) arrivedAt!: Date;
  /** Null: ended, or waiting for an event without a time limit. */
  @Column({ ...moment, nullable: true }) dueAt!: Date | null;
  @Column(flag) met!: number;
  @Column(flag) tries!: number;
  /** The bulk action that enrolled the contact, as JSON. */
  @Column({ type: 'text', nullable: true }) payload!: string | null;
  @Column({ type: 'varchar', length: 64, ...ascii, nullable: true }) requestId!: string | null;
  @Column(moment) enteredAt!: Date;
  @Column({ ...moment, nullable: true }) completedAt!: Date | null;
  @Column({ type: 'varchar', length: 64, ...ascii, nullable: true }) exitReason!: string | null;
}

/** What started an enrollment, as JSON. Apart from its row, which every step reads and writes. */
@Entity('funnel_entry_data')
@Index('ix_funnel_entry_data_ended', ['endedAt'])
export class FunnelEnrollmentData {
  @PrimaryColumn(bigUnsigned) entryId!: number;
  @Column({ type: 'mediumtext' }) data!: string;
  /** Null while the enrollment is active. */
  @Column({ ...moment, nullable: true }) endedAt!: Date | null;
}
