import { columnsAndRows } from '../../platform/database/entity-columns.js';
import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Database, type Tx } from '../../platform/database/database.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import type { SqlParams } from '../../platform/sql/named-parameters.js';
import type { UndoneRow, UndoRow } from '../contacts/bulk-writes/bulk-undo.service.js';
import type { RecordedChanges } from '../contacts/bulk-writes/recorded-changes.js';
import { ClaimLost, type HeldJob, JOB_LEASE, LEASE_EXTENDED } from './bulk-job-claims.js';
import { watchedJob, type WatchedJob } from './watched-job.js';
import { BULK_JOBS } from './bulk-job-status.js';
import type { JobRowResult } from './bulk-work.js';

export type Ending =
  | { readonly event: 'finish' | 'stop' | 'finishUndo' }
  | { readonly event: 'fail'; readonly error: string };

/** A row of a job that may have changed something. */
interface ChangedRow extends UndoRow {
  readonly outcome: string;
}

const MAX_TEXT_LENGTH = 500;
const MAX_WARNINGS_LENGTH = 4_000;

/** Stores the progress of claimed jobs and the result of each row. */
@Injectable()
export class BulkJobLedger {
  private readonly rows: Counter<'outcome'>;

  constructor(
    private readonly db: Database,
    metrics: Metrics,
  ) {
    this.rows = metrics.counter('carillon_bulk_rows_total', 'Processed rows of imports and bulk actions, by outcome', [
      'outcome',
    ]);
  }

  /** @throws ClaimLost */
  async read({ id, fence }: HeldJob): Promise<WatchedJob> {
    const job = await this.find(id);
    if (job?.claim !== fence) throw new ClaimLost();
    return job;
  }

  async find(id: number): Promise<WatchedJob | null> {
    return (await this.findMany([id]))[0] ?? null;
  }

  async findMany(ids: readonly number[]): Promise<WatchedJob[]> {
    if (ids.length === 0) return [];
    return this.db.query<WatchedJob>(`SELECT ${watchedJob('j')} FROM bulk_jobs j WHERE j.id IN (:ids)`, { ids });
  }

  /** @throws ClaimLost */
  async saveTotal(held: HeldJob, total: number): Promise<void> {
    await this.write(held, `total = :total, ${LEASE_EXTENDED}`, { total });
  }

  /** Stores the results of a batch, in the transaction that wrote it and locked the job. */
  async recordBatch(tx: Tx, id: number, position: number, results: readonly JobRowResult[]): Promise<void> {
    const rows = results.map((result) => ({
      jobId: id,
      rowNo: result.rowNo,
      outcome: result.outcome,
      keptStatus: result.keptStatus,
      contactId: result.contactId ?? null,
      addressHash: result.addressHash ?? null,
      reason: cut(result.reason ?? null),
      input: result.input ?? null,
      changes: result.changes ? JSON.stringify(result.changes) : null,
      warnings: result.warnings?.length ? fitting(result.warnings) : null,
    }));
    await tx.insertRows('bulk_job_rows', ...columnsAndRows(rows));
    const times = { created: 0, updated: 0, skipped: 0, invalid: 0 };
    let kept = 0;
    for (const { outcome, keptStatus } of results) {
      times[outcome] += 1;
      if (keptStatus) kept += 1;
    }
    await tx.execute(
      `UPDATE bulk_jobs
          SET position = :position, processed = processed + :processed, created = created + :created,
              updated = updated + :updated, skipped = skipped + :skipped, invalid = invalid + :invalid,
              kept_status = kept_status + :kept, ${LEASE_EXTENDED}
        WHERE id = :id`,
      { id, position, processed: results.length, ...times, kept },
      { ids: [] },
    );
    tx.afterCommit(() => {
      for (const [outcome, count] of Object.entries(times)) if (count > 0) this.rows.inc({ outcome }, count);
    });
  }

  /** Returns the next rows to undo, the last row first. */
  async rowsBefore(tx: Tx, id: number, position: number, limit: number): Promise<ChangedRow[]> {
    const rows = await tx.query<Omit<ChangedRow, 'changes'> & { readonly changes: string | null }>(
      `SELECT row_no AS rowNo, outcome, contact_id AS contactId, changes FROM bulk_job_rows
        WHERE job_id = :id ${position === 0 ? '' : 'AND row_no < :position'}
        ORDER BY row_no DESC LIMIT :limit`,
      { id, position, limit },
    );
    return rows.map(({ changes, ...row }) => ({
      ...row,
      changes: changes === null ? null : (JSON.parse(changes) as RecordedChanges),
    }));
  }

  /** Stores the results of undone rows, in the transaction that undid them and locked the job. */
  async reverted(tx: Tx, id: number, position: number, undone: readonly UndoneRow[]): Promise<void> {
    const clean = undone.filter(({ conflict }) => conflict === null).map(({ rowNo }) => rowNo);
    const conflicts = undone.filter(({ conflict }) => conflict !== null);
    if (clean.length > 0)
      await tx.execute("UPDATE bulk_job_rows SET `undo` = 'undone' WHERE job_id = :id AND row_no IN (:clean)", {
        id,
        clean,
      });
    // The rows exist; outcome is listed only because the column has no default.
    await tx.insertRows(
      'bulk_job_rows',
      ['job_id', 'row_no', 'outcome', '`undo`', 'conflict'],
      conflicts.map(({ rowNo, conflict }) => [id, rowNo, 'updated', 'conflict', cut(conflict)]),
      { suffix: 'ON DUPLICATE KEY UPDATE `undo` = VALUES(`undo`), conflict = VALUES(conflict)' },
    );
    await tx.execute(
      `UPDATE bulk_jobs
          SET position = :position, undone = undone + :clean, conflicts = conflicts + :conflicts,
              ${LEASE_EXTENDED}
        WHERE id = :id`,
      { id, position, clean: clean.length, conflicts: conflicts.length },
      { ids: [] },
    );
  }

  /** @throws ClaimLost */
  async end(held: HeldJob, ending: Ending): Promise<void> {
    await this.write(
      held,
      `${BULK_JOBS.becomes(ending.event)}, error = :error, ${JOB_LEASE.released},
       finished_at = IF(phase = 'work', NOW(3), finished_at), undone_at = IF(:isUndone, NOW(3), undone_at)`,
      { error: ending.event === 'fail' ? cut(ending.error) : null, isUndone: ending.event === 'finishUndo' },
    );
  }

  private async write(held: HeldJob, set: string, params: SqlParams): Promise<void> {
    if (!(await this.db.transaction((tx) => JOB_LEASE.write(tx, held, set, params)))) throw new ClaimLost();
  }
}

/** Returns as many warnings as the column has room for, as JSON. */
function fitting(warnings: readonly string[], kept = warnings.length): string {
  const more = warnings.length - kept;
  const json = JSON.stringify([...warnings.slice(0, kept).map(cut), ...(more > 0 ? [`${more} more`] : [])]);
  return json.length > MAX_WARNINGS_LENGTH ? fitting(warnings, kept - 1) : json;
}

/** Cuts to the length of the column, counted in characters. */
function cut(text: string | null): string | null {
  if (text === null || text.length <= MAX_TEXT_LENGTH) return text;
  return `${Array.from(text)
    .slice(0, MAX_TEXT_LENGTH - 1)
    .join('')}…`;
}
