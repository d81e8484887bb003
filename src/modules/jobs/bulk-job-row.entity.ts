import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { ROW_OUTCOMES, type RowOutcome, UNDO_OUTCOMES, type UndoOutcome } from './bulk-job-status.js';

/** What became of one row of a job, with what it takes to undo it. */
@Entity('bulk_job_rows')
@Index('ix_bulk_job_rows_outcome', ['jobId', 'outcome', 'rowNo'])
@Index('ix_bulk_job_rows_kept', ['jobId', 'keptStatus', 'rowNo'])
@Index('ix_bulk_job_rows_undo', ['jobId', 'undo', 'rowNo'])
@Index('ix_bulk_job_rows_contact', ['contactId'])
@Index('ix_bulk_job_rows_address', ['addressHash', 'jobId'])
export class BulkJobRow {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'job_id' }) jobId!: number;
  /** From 1; of a file the first row behind its header. */
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'row_no' }) rowNo!: number;
  @Column({ type: 'enum', enum: ROW_OUTCOMES }) outcome!: RowOutcome;
  /** Whether it asked for a status that it may not set. */
  @Column({ type: 'tinyint', unsigned: true, name: 'kept_status', default: 0 }) keptStatus!: number;
  @Column({ type: 'int', unsigned: true, name: 'contact_id', nullable: true }) contactId!: number | null;
  /** Of a row without a contact, so that a person who is erased is found, and so that a dry run knows whom it has seen. */
  @Column({ type: 'binary', length: 16, name: 'address_hash', nullable: true }) addressHash!: Buffer | null;
  @Column({ type: 'varchar', length: 500, nullable: true }) reason!: string | null;
  /** The cells as they came, as JSON; only of rows that were refused. */
  @Column({ type: 'mediumtext', nullable: true }) input!: string | null;
  /** `RecordedChanges` as JSON. */
  @Column({ type: 'mediumtext', nullable: true }) changes!: string | null;
  @Column({ type: 'enum', enum: UNDO_OUTCOMES, nullable: true }) undo!: UndoOutcome | null;
  /** What was edited since, in words for people. */
  @Column({ type: 'varchar', length: 500, nullable: true }) conflict!: string | null;
  /** What of it was left out, in words for people and without their values, as JSON; null for nothing. */
  @Column({ type: 'varchar', length: 500, nullable: true }) warnings!: string | null;
}
