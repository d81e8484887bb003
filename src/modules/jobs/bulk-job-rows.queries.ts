import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { BulkJobRow } from './bulk-job-row.entity.js';
import { ROW_OUTCOMES, type RowOutcome, UNDO_OUTCOMES, type UndoOutcome } from './bulk-job-status.js';

/** What rows can be looked for by: what became of them, then and when the job was undone. */
export const ROW_FILTERS = [...ROW_OUTCOMES, 'kept_status', ...UNDO_OUTCOMES] as const;
export type RowFilter = RowOutcome | 'kept_status' | UndoOutcome;

export interface JobRowsRequest {
  /** Null for all of them. */
  readonly filter: RowFilter | null;
  /** The number of the last row that was seen. */
  readonly after: number;
  readonly limit: number;
}

/** Without what nobody is shown. */
export type JobRow = Pick<
  BulkJobRow,
  'rowNo' | 'outcome' | 'keptStatus' | 'contactId' | 'reason' | 'undo' | 'conflict' | 'warnings'
>;

export interface JobRowsPage {
  readonly rows: readonly JobRow[];
  /** Behind which row to go on; null at the end. */
  readonly next: number | null;
}

const isUndoOutcome = (filter: RowFilter): boolean => (UNDO_OUTCOMES as readonly string[]).includes(filter);

/** What became of the rows of jobs. Each filter has an index in which the rows are in their order. */
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
