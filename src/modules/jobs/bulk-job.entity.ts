import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import {
  ascii,
  atInsert,
  bigCount,
  count,
  flag,
  moment,
  shortText,
  unsigned,
} from '../../platform/database/columns.js';
import {
  BULK_JOB_KINDS,
  BULK_JOB_PHASES,
  BULK_JOB_STATUSES,
  type BulkJobKind,
  type BulkJobPhase,
  type BulkJobStatus,
} from './bulk-job-status.js';

/** An import, or a bulk action over a filter: the request and its progress. */
@Entity('bulk_jobs')
@Index('ix_bulk_jobs_kind', ['kind', 'id'])
@Index('ix_bulk_jobs_status', ['status', 'id'])
export class BulkJob {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column({ type: 'enum', enum: BULK_JOB_KINDS }) kind!: BulkJobKind;
  @Column({ type: 'enum', enum: BULK_JOB_STATUSES }) status!: BulkJobStatus;
  @Column({ type: 'enum', enum: BULK_JOB_PHASES, default: 'work' }) phase!: BulkJobPhase;
  /** The name of the file, or of the action. */
  @Column({ ...shortText, nullable: true }) title!: string | null;
  /** JSON; each kind of job has its own shape. */
  @Column({ type: 'mediumtext' }) options!: string;
  @Column({ ...unsigned, nullable: true }) managerId!: number | null;
  /** Null until the rows are counted. */
  @Column({ ...unsigned, nullable: true }) total!: number | null;
  @Column(count) processed!: number;
  @Column(count) created!: number;
  @Column(count) updated!: number;
  @Column(count) keptStatus!: number;
  @Column(count) skipped!: number;
  @Column(count) invalid!: number;
  @Column(count) undone!: number;
  @Column(count) conflicts!: number;
  /** Progress in the current phase: rows of a file, the last contact id of a filter, or the last row undone. */
  @Column(bigCount) position!: number;
  @Column(flag) cancelRequested!: number;
  /** Why it failed, as a text for the manager. */
  @Column({ type: 'varchar', length: 500, nullable: true }) error!: string | null;
  @Column({ type: 'char', length: 26, ...ascii, nullable: true }) claim!: string | null;
  @Column({ ...moment, nullable: true }) claimedUntil!: Date | null;
  /** The request that created the job, for logs and the audit log. */
  @Column({ type: 'varchar', length: 64, ...ascii, nullable: true }) requestId!: string | null;
  @Column(atInsert) createdAt!: Date;
  @Column({ ...moment, nullable: true }) startedAt!: Date | null;
  @Column({ ...moment, nullable: true }) finishedAt!: Date | null;
  @Column({ ...moment, nullable: true }) undoneAt!: Date | null;
}
