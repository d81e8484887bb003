import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { flag, unsigned } from '../../platform/database/columns.js';
import { ROW_OUTCOMES, type RowOutcome, UNDO_OUTCOMES, type UndoOutcome } from './bulk-job-status.js';

/** The result of one row of a job, with the data to undo it. */
@Entity('bulk_job_rows')
@Index('ix_bulk_job_rows_outcome', ['jobId', 'outcome', 'rowNo'])
@Index('ix_bulk_job_rows_kept', ['jobId', 'keptStatus', 'rowNo'])
@Index('ix_bulk_job_rows_undo', ['jobId', 'undo', 'rowNo'])
@Index('ix_bulk_job_rows_contact', ['contactId'])
@Index('ix_bulk_job_rows_address', ['addressHash', 'jobId'])
export class BulkJobRow {
  @PrimaryColumn(unsigned) jobId!: number;
  /** From 1; in a file, the first row after the header. */
  @PrimaryColumn(unsigned) rowNo!: number;
  @Column({ type: 'enum', enum: ROW_OUTCOMES }) outcome!: RowOutcome;
  /** Whether the row requested a status that it may not set. */
  @Column(flag) keptStatus!: number;
  @Column({ ...unsigned, nullable: true }) contactId!: number | null;
  /** Only of rows without a contact: to find the rows of an erased person, and duplicates in a dry run. */
  @Column({ type: 'binary', length: 16, nullable: true }) addressHash!: Buffer | null;
  @Column({ type: 'varchar', length: 500, nullable: true }) reason!: string | null;
  /** The original cells as JSON; only of refused rows. */
  @Column({ type: 'mediumtext', nullable: true }) input!: string | null;
  /** `RecordedChanges` as JSON. */
  @Column({ type: 'mediumtext', nullable: true }) changes!: string | null;
  @Column({ type: 'enum', enum: UNDO_OUTCOMES, nullable: true }) undo!: UndoOutcome | null;
  /** What was edited since, as a text for the manager. */
  @Column({ type: 'varchar', length: 500, nullable: true }) conflict!: string | null;
  /** What was left out, as a JSON array of texts without the values; null for nothing. */
  @Column({ type: 'varchar', length: 4_000, nullable: true }) warnings!: string | null;
}
