import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';
import {
  BULK_JOB_KINDS,
  BULK_JOB_PHASES,
  BULK_JOB_STATUSES,
  type BulkJobKind,
  type BulkJobPhase,
  type BulkJobStatus,
  ROW_OUTCOMES,
  type RowOutcome,
  UNDO_OUTCOMES,
  type UndoOutcome,
} from './bulk-job-status.js';

/** An import, or a bulk action over a filter: the request and its progress. */
@Entity('bulk_jobs')
@Index('ix_bulk_jobs_kind', ['kind', 'id'])
@Index('ix_bulk_jobs_status', ['status', 'id'])
export class BulkJob {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column({ type: 'enum', enum: BULK_JOB_KINDS }) kind!: BulkJobKind;
  @Column({ type: 'enum', enum: BULK_JOB_STATUSES }) status!: BulkJobStatus;
  @Column({ type: 'enum', enum: BULK_JOB_PHASES, default: 'work' }) phase!: BulkJobPhase;
  /** The name of the file, or of the action. */
  @Column({ ...column.shortText, nullable: true }) title!: string | null;
  /** JSON; each kind of job has its own shape. */
  @Column({ type: 'mediumtext' }) options!: string;
  @Column({ ...column.unsigned, nullable: true }) managerId!: number | null;
  /** Null until the rows are counted. */
  @Column({ ...column.unsigned, nullable: true }) total!: number | null;
  @Column(column.count) processed!: number;
  @Column(column.count) created!: number;
  @Column(column.count) updated!: number;
  @Column(column.count) keptStatus!: number;
  @Column(column.count) skipped!: number;
  @Column(column.count) invalid!: number;
  @Column(column.count) undone!: number;
  @Column(column.count) conflicts!: number;
  /** Progress in the current phase: rows of a file, the last contact id of a filter, or the last row undone. */
  @Column(column.bigCount) position!: number;
  @Column(column.flag) cancelRequested!: number;
  /** Why it failed, as a text for the manager. */
  @Column({ type: 'varchar', length: 500, nullable: true }) error!: string | null;
  @Column({ type: 'char', length: 26, ...column.ascii, nullable: true }) claim!: string | null;
  @Column({ ...column.moment, nullable: true }) claimedUntil!: Date | null;
  /** The request that created the job, for logs and the audit log. */
  @Column({ type: 'varchar', length: 64, ...column.ascii, nullable: true }) requestId!: string | null;
  @Column(column.atInsert) createdAt!: Date;
  @Column({ ...column.moment, nullable: true }) startedAt!: Date | null;
  @Column({ ...column.moment, nullable: true }) finishedAt!: Date | null;
  @Column({ ...column.moment, nullable: true }) undoneAt!: Date | null;
}

/** The result of one row of a job, with the data to undo it. */
@Entity('bulk_job_rows')
@Index('ix_bulk_job_rows_outcome', ['jobId', 'outcome', 'rowNo'])
@Index('ix_bulk_job_rows_kept', ['jobId', 'keptStatus', 'rowNo'])
@Index('ix_bulk_job_rows_undo', ['jobId', 'undo', 'rowNo'])
@Index('ix_bulk_job_rows_contact', ['contactId'])
@Index('ix_bulk_job_rows_address', ['addressHash', 'jobId'])
export class BulkJobRow {
  @PrimaryColumn(column.unsigned) jobId!: number;
  /** From 1; in a file, the first row after the header. */
  @PrimaryColumn(column.unsigned) rowNo!: number;
  @Column({ type: 'enum', enum: ROW_OUTCOMES }) outcome!: RowOutcome;
  /** Whether the row requested a status that it may not set. */
  @Column(column.flag) keptStatus!: number;
  @Column({ ...column.unsigned, nullable: true }) contactId!: number | null;
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

/** A part of the file of an import. It is in the database because the worker may run on another machine. Removed when the import ends. */
@Entity('bulk_job_files')
export class BulkJobFile {
  @PrimaryColumn(column.unsigned) jobId!: number;
  @PrimaryColumn(column.unsigned) part!: number;
  @Column({ type: 'mediumblob' }) content!: Buffer;
}
