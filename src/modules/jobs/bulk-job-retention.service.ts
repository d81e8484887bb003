import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { BulkJobFiles } from './bulk-job-files.js';

const ROWS_AT_ONCE = 2_000;
const IS_OVER = "status IN ('done', 'failed', 'cancelled', 'undone')";

/**
 * Removes what has had its time: the rows of old jobs, which hold personal data, and files that came in and were never
 * queued. Small transactions, each of which holds its job, so that nobody begins to undo it meanwhile.
 */
@Injectable()
export class BulkJobRetention implements OnApplicationShutdown {
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly files: BulkJobFiles,
  ) {}

  onApplicationShutdown(): void {
    this.stopped = true;
  }

  /** The jobs themselves stay. @returns how many rows were removed. */
  async removeRowsOlderThan(days: number): Promise<number> {
    const old = await this.db.query<{ id: number }>(
      `SELECT j.id FROM bulk_jobs j
        WHERE j.${IS_OVER} AND j.finished_at < NOW(3) - INTERVAL :days DAY
          AND EXISTS (SELECT 1 FROM bulk_job_rows r WHERE r.job_id = j.id)
        ORDER BY j.id`,
      { days },
    );
    let removed = 0;
    for (const { id } of old)
      for (let part = ROWS_AT_ONCE; part === ROWS_AT_ONCE && !this.stopped; removed += part)
        part = await this.removeSomeOf(id);
    return removed;
  }

  /** Whoever was to send the rest of a file is gone by now. */
  async removeUnfinishedUploads(): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute("DELETE FROM bulk_jobs WHERE status = 'receiving' AND created_at < NOW(3) - INTERVAL 1 DAY"),
    );
    await this.files.removeLeftOver();
  }

  private async removeSomeOf(jobId: number): Promise<number> {
    return this.db.transaction(async (tx) => {
      const [over] = await tx.query(`SELECT id FROM bulk_jobs WHERE id = :jobId AND ${IS_OVER} FOR UPDATE`, { jobId });
      if (!over) return 0;
      const { affectedRows } = await tx.execute(
        `DELETE FROM bulk_job_rows WHERE job_id = :jobId ORDER BY row_no LIMIT ${ROWS_AT_ONCE}`,
        { jobId },
      );
      return affectedRows;
    });
  }
}
