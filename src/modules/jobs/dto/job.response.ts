import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp, sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import type { WatchedJob } from '../bulk-job-columns.js';
import { etaSeconds } from '../bulk-job-progress.js';
import { BULK_JOB_PHASES, BULK_JOB_STATUSES, type BulkJobPhase, type BulkJobStatus } from '../bulk-job-status.js';

/** The state of a job. Each kind adds its own members. */
export class JobResponse {
  @ApiProperty({ type: 'integer', example: 12 }) readonly id: number;
  @ApiProperty({ enum: BULK_JOB_STATUSES.filter((status) => status !== 'receiving'), example: 'running' })
  readonly status: BulkJobStatus;
  @ApiProperty({ enum: BULK_JOB_PHASES, description: '`undo` while the job is being undone' })
  readonly phase: BulkJobPhase;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null until the rows are counted', example: 50_000 })
  readonly total: number | null;
  @ApiProperty({ type: 'integer', example: 12_500, description: 'Rows processed so far' })
  readonly processed: number;
  @ApiProperty({ type: 'integer', example: 11_000, description: 'Contacts created' }) readonly created: number;
  @ApiProperty({ type: 'integer', example: 1_200, description: 'Contacts changed' }) readonly updated: number;
  @ApiProperty({
    type: 'integer',
    description: 'Rows that requested a status that they may not set; they are also counted in another outcome',
    example: 3,
  })
  readonly kept_status: number;
  @ApiProperty({ type: 'integer', description: 'Rows that changed nothing', example: 280 }) readonly skipped: number;
  @ApiProperty({ type: 'integer', example: 20, description: 'Rows refused because of invalid values' })
  readonly invalid: number;
  @ApiProperty({ type: 'integer', description: 'Rows undone', example: 0 }) readonly undone: number;
  @ApiProperty({ type: 'integer', description: 'Rows not undone, or only partly, because of edits', example: 0 })
  readonly conflicts: number;
  @ApiProperty({ type: String, nullable: true, description: 'Why the job failed', example: null })
  readonly error: string | null;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null until a worker starts it',
    example: '2026-01-31 09:30:01',
  })
  readonly started_at: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'When the work ended, with any result', example: null })
  readonly finished_at: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'When the undo ended', example: null })
  readonly undone_at: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Estimated seconds left; null unless running',
    example: 38,
  })
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
