import { columnsOf } from '../../platform/database/entity-columns.js';
import { BulkJob } from './bulk-job.entity.js';

/** A job with its elapsed time by the database clock. */
export interface WatchedJob extends BulkJob {
  /** Null before it starts. */
  readonly elapsedMs: number | null;
}

/** Selects all columns of a job as `WatchedJob`. @param row the alias of the table. */
export const watchedJob = (row: string): string => `${columnsOf(BulkJob, row)},
  TIMESTAMPDIFF(MICROSECOND, ${row}.started_at, NOW(3)) DIV 1000 AS elapsedMs`;

/** Estimates the remaining time at the rate so far; null before the first row and during an undo. */
export function etaSeconds({ status, phase, total, processed, elapsedMs }: WatchedJob): number | null {
  if (status !== 'running' || phase !== 'work' || total === null || processed === 0 || elapsedMs === null) return null;
  return Math.ceil((Math.max(0, total - processed) * elapsedMs) / processed / 1_000);
}

/** Options that all kinds of jobs share. */
export interface CommonJobOptions {
  /** Everything is validated and nothing is written. */
  readonly dry_run?: boolean;
  /** Suppresses webhooks and funnel triggers. */
  readonly silent?: boolean;
}

export function commonOptions({ options }: Pick<BulkJob, 'options'>): CommonJobOptions {
  const { dry_run, silent } = JSON.parse(options) as Record<string, unknown>;
  return { dry_run: dry_run === true, silent: silent === true };
}
