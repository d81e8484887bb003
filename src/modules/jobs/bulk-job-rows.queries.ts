import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { BulkJobRow } from './bulk-job.entity.js';
import { ROW_OUTCOMES, type RowOutcome, UNDO_OUTCOMES, type UndoOutcome } from './bulk-job-status.js';

/** Row filters: by outcome of the job, and of its undo. */
export const ROW_FILTERS = [...ROW_OUTCOMES, 'kept_status', ...UNDO_OUTCOMES] as const;
export type RowFilter = RowOutcome | 'kept_status' | UndoOutcome;

export interface JobRowsRequest {
  readonly filter: RowFilter | null;
  /** The number of the last row of the previous page. */
  readonly after: number;
  readonly limit: number;
}

export type JobRow = Pick<
  BulkJobRow,
  'rowNo' | 'outcome' | 'keptStatus' | 'contactId' | 'reason' | 'undo' | 'conflict' | 'warnings'
>;

export interface JobRowsPage {
  readonly rows: readonly JobRow[];
  /** The number of the last row of this page; null on the last page. */
  readonly next: number | null;
}

const isUndoOutcome = (filter: RowFilter): boolean => (UNDO_OUTCOMES as readonly string[]).includes(filter);

/** Lists the results of job rows. Each filter has an index in row order. */
@Injectable()
export class BulkJobRowsQueries {
  constructor(private readonly db: Database) {}

  async list(jobId: number, { filter, after, limit }: JobRowsRequest): Promise<JobRowsPage> {
    const rows = await this.db.query<JobRow>(
      `SELECT row_no AS rowNo, outcome, kept_status AS keptStatus, contact_id AS contactId, reason, \`undo\`, conflict, warnings
         FROM bulk_job_rows
        WHERE job_id = :jobId AND row_no > :after ${conditionOf(filter)}
        ORDER BY row_no LIMIT :limit`,
      { jobId, after, limit: limit + 1, ...(filter === null ? {} : { filter }) },
    );
    const page = rows.slice(0, limit);
    return { rows: page, next: rows.length > limit ? (page.at(-1)?.rowNo ?? null) : null };
  }
}

function conditionOf(filter: RowFilter | null): string {
  if (filter === null) return '';
  if (filter === 'kept_status') return 'AND kept_status = 1';
  return isUndoOutcome(filter) ? 'AND `undo` = :filter' : 'AND outcome = :filter';
}
