import { Inject } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { inBatches, RegistersRetention, UNTIL_DONE } from '../../platform/work/periodic.js';
import type { PeriodicRun, RetentionPolicy } from '../../platform/work/periodic.js';
import { BulkJobFiles } from './bulk-job-files.js';

const ROWS_AT_ONCE = 2_000;
const IS_OVER = "status IN ('done', 'failed', 'cancelled', 'undone')";

/** Removes unfinished uploads, and the rows of old jobs: each transaction locks its job, so that no undo starts. */
@RegistersRetention()
export class BulkJobRetention implements RetentionPolicy {
  readonly subject = 'rows of old jobs';

  constructor(
    private readonly db: Database,
    private readonly files: BulkJobFiles,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async remove(run: PeriodicRun): Promise<number> {
    await this.removeUnfinishedUploads();
    const { retentionDays } = this.config.bulkJobs;
    return retentionDays === 0 ? 0 : this.removeRowsOlderThan(retentionDays, run);
  }

  /** Keeps the jobs themselves. @returns the number of removed rows. */
  async removeRowsOlderThan(days: number, run: PeriodicRun = UNTIL_DONE): Promise<number> {
    const old = await this.db.query<{ id: number }>(
      `SELECT j.id FROM bulk_jobs j
        WHERE j.${IS_OVER} AND j.finished_at < NOW(3) - INTERVAL :days DAY
          AND EXISTS (SELECT 1 FROM bulk_job_rows r WHERE r.job_id = j.id)
        ORDER BY j.id`,
      { days },
    );
    let removed = 0;
    for (const { id } of old) removed += await inBatches(run, ROWS_AT_ONCE, () => this.removeSomeOf(id));
    return removed;
  }

  /** Removes uploads that were started more than a day ago. */
  async removeUnfinishedUploads(): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute("DELETE FROM bulk_jobs WHERE status = 'receiving' AND created_at < NOW(3) - INTERVAL 1 DAY", {}),
    );
    await this.files.removeOrphaned();
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
