import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { oneAhead, type Row, type Table } from '../../platform/export/table.js';
import type { BulkJob } from '../jobs/bulk-job.entity.js';
import { planOf } from './import-plan.js';
import type { ImportCell } from './reading/record-source.js';

/** A row can have megabytes. */
const ROWS_AT_ONCE = 100;

/** Returns the rejected rows of an import as a table: the original cells, the row number, and the reason. */
@Injectable()
export class RejectedRows {
  constructor(private readonly db: Database) {}

  table(job: Pick<BulkJob, 'id' | 'options'>): Table {
    const { headers } = planOf(job);
    return {
      name: 'rejected',
      columns: [...headers, 'row', 'reason'],
      batches: oneAhead(this.batches(job.id, headers.length)),
    };
  }

  private async *batches(jobId: number, width: number): AsyncGenerator<readonly Row[]> {
    for (let after = 0; ;) {
      const rows = await this.db.query<{ rowNo: number; reason: string | null; input: string | null }>(
        `SELECT row_no AS rowNo, reason, input FROM bulk_job_rows
          WHERE job_id = :jobId AND outcome = 'invalid' AND row_no > :after
          ORDER BY row_no LIMIT ${ROWS_AT_ONCE}`,
        { jobId, after },
      );
      if (rows.length > 0) yield rows.map((row) => [...cellsOf(row.input, width), row.rowNo, row.reason]);
      if (rows.length < ROWS_AT_ONCE) return;
      after = rows.at(-1)?.rowNo ?? after;
    }
  }
}

/** Fits cells to the columns. Surplus cells are joined in the last column, so that nothing is lost. */
function cellsOf(input: string | null, width: number): ImportCell[] {
  // Null after an erasure.
  const cells = input === null ? [] : (JSON.parse(input) as ImportCell[]);
  if (cells.length > width && width > 0)
    cells.push(
      cells
        .splice(width - 1)
        .map(String)
        .join(' | '),
    );
  while (cells.length < width) cells.push('');
  return cells;
}
