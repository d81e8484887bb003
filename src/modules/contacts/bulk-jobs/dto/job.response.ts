import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp, sqlTimestampOrNull } from '../../../../platform/clock/timestamps.js';
import type { WatchedJob } from '../bulk-job-columns.js';
import { etaSeconds } from '../bulk-job-progress.js';
import { BULK_JOB_PHASES, BULK_JOB_STATUSES, type BulkJobPhase, type BulkJobStatus } from '../bulk-job-status.js';

/** How any job stands. Each kind adds what it alone knows. */
export class JobResponse {
  @ApiProperty({ example: 12 }) readonly id: number;
  @ApiProperty({ enum: BULK_JOB_STATUSES.filter((status) => status !== 'receiving'), example: 'running' })
  readonly status: BulkJobStatus;
  @ApiProperty({ enum: BULK_JOB_PHASES, description: 'Whether it does its work or is being taken back' })
  readonly phase: BulkJobPhase;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null until the rows are counted', example: 50_000 })
  readonly total: number | null;
  @ApiProperty({ example: 12_500 }) readonly processed: number;
  @ApiProperty({ example: 11_000 }) readonly created: number;
  @ApiProperty({ example: 1_200 }) readonly updated: number;
  @ApiProperty({ description: 'Rows that asked for a status which they may not set; they count elsewhere too' })
  readonly kept_status: number;
  @ApiProperty({ description: 'Rows that changed nothing', example: 280 }) readonly skipped: number;
  @ApiProperty({ example: 20 }) readonly invalid: number;
  @ApiProperty({ description: 'Rows that were taken back' }) readonly undone: number;
  @ApiProperty({ description: 'Rows that were not, or not wholly, because of edits since' }) readonly conflicts: number;
  @ApiProperty({ type: String, nullable: true, description: 'Why it failed' }) readonly error: string | null;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ type: String, nullable: true, example: '2026-01-31 09:30:01' }) readonly started_at: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'When its work ended, however it did' })
  readonly finished_at: string | null;
  @ApiProperty({ type: String, nullable: true }) readonly undone_at: string | null;
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
