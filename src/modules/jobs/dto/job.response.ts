import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp, sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import type { WatchedJob } from '../bulk-job-columns.js';
import { etaSeconds } from '../bulk-job-progress.js';
import { BULK_JOB_PHASES, BULK_JOB_STATUSES, type BulkJobPhase, type BulkJobStatus } from '../bulk-job-status.js';

/** How any job stands. Each kind adds what it alone knows. */
export class JobResponse {
  @ApiProperty({ type: 'integer', example: 12 }) readonly id: number;
  @ApiProperty({ enum: BULK_JOB_STATUSES.filter((status) => status !== 'receiving'), example: 'running' })
  readonly status: BulkJobStatus;
  @ApiProperty({ enum: BULK_JOB_PHASES, description: 'Whether it does its work or is being taken back' })
  readonly phase: BulkJobPhase;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null until the rows are counted', example: 50_000 })
  readonly total: number | null;
  @ApiProperty({ type: 'integer', example: 12_500, description: 'Rows that are dealt with' })
  readonly processed: number;
  @ApiProperty({ type: 'integer', example: 11_000, description: 'Contacts that are new' }) readonly created: number;
  @ApiProperty({ type: 'integer', example: 1_200, description: 'Contacts that were changed' }) readonly updated: number;
  @ApiProperty({
    type: 'integer',
    description: 'Rows that asked for a status which they may not set; they count elsewhere too',
    example: 3,
  })
  readonly kept_status: number;
  @ApiProperty({ type: 'integer', description: 'Rows that changed nothing', example: 280 }) readonly skipped: number;
  @ApiProperty({ type: 'integer', example: 20, description: 'Rows that were refused' }) readonly invalid: number;
  @ApiProperty({ type: 'integer', description: 'Rows that were taken back', example: 0 }) readonly undone: number;
  @ApiProperty({
    type: 'integer',
    description: 'Rows that were not, or not wholly, because of edits since',
    example: 0,
  })
  readonly conflicts: number;
  @ApiProperty({ type: String, nullable: true, description: 'Why it failed', example: null })
  readonly error: string | null;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null until a worker takes it',
    example: '2026-01-31 09:30:01',
  })
  readonly started_at: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'When its work ended, however it did', example: null })
  readonly finished_at: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'When it was taken back', example: null })
  readonly undone_at: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'At the rate so far, while it works', example: 38 })
  readonly eta_seconds: number | null;

  constructor(job: WatchedJob) {
    this.id = job.id;
    this.status = job.status;
    this.phase = job.phase;
    this.total = job.total;
    this.processed = job.processed;
    this.created = job.created;
    this.updated = job.updated;
    this.kept_status = job.keptStatus;
    this.skipped = job.skipped;
    this.invalid = job.invalid;
    this.undone = job.undone;
    this.conflicts = job.conflicts;
    this.error = job.error;
    this.created_at = sqlTimestamp(job.createdAt);
    this.started_at = sqlTimestampOrNull(job.startedAt);
    this.finished_at = sqlTimestampOrNull(job.finishedAt);
    this.undone_at = sqlTimestampOrNull(job.undoneAt);
    this.eta_seconds = etaSeconds(job);
  }
}
