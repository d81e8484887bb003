import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** Limits a transaction to a few megabytes, which the binary log gets once more. */
const PARTS_AT_ONCE = 16;

@Injectable()
export class BulkJobFiles {
  constructor(private readonly db: Database) {}

  async removeOf(jobId: number): Promise<void> {
    let removed = PARTS_AT_ONCE;
    while (removed === PARTS_AT_ONCE)
      ({ affectedRows: removed } = await this.db.transaction((tx) =>
        tx.execute(`DELETE FROM bulk_job_files WHERE job_id = :jobId ORDER BY part LIMIT ${PARTS_AT_ONCE}`, { jobId }),
      ));
  }

  /** Removes files of jobs that have ended without removing them, for example because the worker crashed. */
  async removeOrphaned(): Promise<void> {
    const jobs = await this.db.query<{ id: number }>(
      `SELECT DISTINCT f.job_id AS id FROM bulk_job_files f
        LEFT JOIN bulk_jobs j ON j.id = f.job_id
        WHERE j.id IS NULL OR j.status NOT IN ('receiving', 'queued', 'running')`,
    );
    for (const { id } of jobs) await this.removeOf(id);
  }
}
