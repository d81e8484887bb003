import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import {
  BULK_JOB_KINDS,
  BULK_JOB_PHASES,
  BULK_JOB_STATUSES,
  type BulkJobKind,
  type BulkJobPhase,
  type BulkJobStatus,
} from './bulk-job-status.js';

const count = { type: 'int', unsigned: true, default: 0 } as const;
const moment = { type: 'datetime', precision: 3, nullable: true } as const;

/** An import, or a bulk action over a filter: the request and its progress. */
@Entity('bulk_jobs')
@Index('ix_bulk_jobs_kind', ['kind', 'id'])
@Index('ix_bulk_jobs_status', ['status', 'id'])
export class BulkJob {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'enum', enum: BULK_JOB_KINDS }) kind!: BulkJobKind;
  @Column({ type: 'enum', enum: BULK_JOB_STATUSES }) status!: BulkJobStatus;
  @Column({ type: 'enum', enum: BULK_JOB_PHASES, default: 'work' }) phase!: BulkJobPhase;
  /** The name of the file, or of the action. */
  @Column({ type: 'varchar', length: 190, nullable: true }) title!: string | null;
  /** JSON; each kind of job has its own shape. */
  @Column({ type: 'mediumtext' }) options!: string;
  @Column({ type: 'int', unsigned: true, name: 'manager_id', nullable: true }) managerId!: number | null;
  /** Null until the rows are counted. */
  @Column({ type: 'int', unsigned: true, nullable: true }) total!: number | null;
  @Column(count) processed!: number;
  @Column(count) created!: number;
  @Column(count) updated!: number;
  @Column({ ...count, name: 'kept_status' }) keptStatus!: number;
  @Column(count) skipped!: number;
  @Column(count) invalid!: number;
  @Column(count) undone!: number;
  @Column(count) conflicts!: number;
  /** Progress in the current phase: rows of a file, the last contact id of a filter, or the last row undone. */
  @Column({ type: 'bigint', unsigned: true, default: 0 }) position!: number;
  @Column({ type: 'tinyint', unsigned: true, name: 'cancel_requested', default: 0 }) cancelRequested!: number;
  /** Why it failed, as a text for the manager. */
  @Column({ type: 'varchar', length: 500, nullable: true }) error!: string | null;
  @Column({ type: 'char', length: 26, charset: 'ascii', collation: 'ascii_bin', nullable: true }) claim!: string | null;
  @Column({ ...moment, name: 'claimed_until' }) claimedUntil!: Date | null;
  /** The request that created the job, for logs and the audit log. */
  @Column({ type: 'varchar', length: 64, name: 'request_id', charset: 'ascii', collation: 'ascii_bin', nullable: true })
  requestId!: string | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
  @Column({ ...moment, name: 'started_at' }) startedAt!: Date | null;
  @Column({ ...moment, name: 'finished_at' }) finishedAt!: Date | null;
  @Column({ ...moment, name: 'undone_at' }) undoneAt!: Date | null;
}
