import { Inject } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import { inBatches, RegistersRetention } from '../../../platform/work/periodic.js';
import type { PeriodicRun, RetentionPolicy } from '../../../platform/work/periodic.js';
import { deleteCalls } from '../../http-calls/call-ledger.service.js';
import { Counters } from './funnel-counters.js';
import type { FunnelEnrollment } from './funnel-enrollment.entity.js';
import { inParts } from '../../../platform/values/collections.js';
import { idsOf } from '../../../platform/ids/ids.js';

type RemovedEnrollment = Pick<FunnelEnrollment, 'id' | 'funnelId' | 'status' | 'nextStepId'>;

const ENTRIES = 200;
const MEMBERS = 5_000;
const ROWS_PER_STATEMENT = 1_000;

/**
 * Deletes enrollments with their runs and calls. Active ones count as cancelled; otherwise reports would count them as active.
 * @param where a condition on `funnel_entries`, with ORDER BY and LIMIT.
 * @returns the number of deleted enrollments.
 */
export async function deleteEnrollments(
  tx: Tx,
  where: string,
  params: SqlParams,
  reason: string,
  counters: Counters,
): Promise<number> {
  const entries = await tx.query<RemovedEnrollment>(
    `SELECT id, funnel_id AS funnelId, status, next_step_id AS nextStepId FROM funnel_entries WHERE ${where} FOR UPDATE`,
    params,
  );
  for (const { funnelId, nextStepId } of entries.filter(({ status }) => status === 'active')) {
    counters.ended(funnelId, 'cancelled', reason);
    if (nextStepId !== null) counters.abandoned(nextStepId);
  }
  for (const ids of inParts(idsOf(entries), ROWS_PER_STATEMENT)) {
    await tx.execute('DELETE FROM funnel_step_runs WHERE entry_id IN (:ids)', { ids });
    await tx.execute('DELETE FROM funnel_entry_data WHERE entry_id IN (:ids)', { ids });
    await deleteCalls(tx, 'entry_id', ids);
    await tx.delete('funnel_entries', ids);
  }
  return entries.length;
}

/**
 * Deletes the enrollments of deleted funnels, a chunk per transaction; totals stay. Workers skip funnels that another one holds. Deletes
 * the data of other enrollments some time after their end.
 */
@RegistersRetention()
export class EnrollmentRemoval implements RetentionPolicy {
  readonly subject = 'data of ended enrollments';

  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async remove(run: PeriodicRun): Promise<number> {
    const sql = `DELETE FROM funnel_entry_data WHERE ended_at < NOW(3) - INTERVAL :seconds SECOND LIMIT ${ROWS_PER_STATEMENT}`;
    const age = { seconds: this.config.funnels.dataRetentionMs / 1_000 };
    return inBatches(run, ROWS_PER_STATEMENT, async () => (await this.db.execute(sql, age)).affectedRows);
  }

  async pending(): Promise<number[]> {
    const rows = await this.db.query<{ id: number }>(
      `SELECT f.id FROM funnels f
        WHERE f.deleted_at IS NOT NULL
          AND (EXISTS (SELECT 1 FROM funnel_entries e WHERE e.funnel_id = f.id)
            OR EXISTS (SELECT 1 FROM funnel_watch_members m WHERE m.funnel_id = f.id)
            OR EXISTS (SELECT 1 FROM funnel_watches w WHERE w.funnel_id = f.id))
        ORDER BY f.id`,
    );
    return idsOf(rows);
  }

  async removeSome(funnelId: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const [funnel] = await tx.query(
        'SELECT id FROM funnels WHERE id = :funnelId AND deleted_at IS NOT NULL FOR UPDATE SKIP LOCKED',
        { funnelId },
      );
      if (!funnel) return false;
      const counters = new Counters();
      const where = `funnel_id = :funnelId ORDER BY id LIMIT ${ENTRIES}`;
      const entries = await deleteEnrollments(tx, where, { funnelId }, 'funnel_deleted', counters);
      await tx.execute('DELETE FROM funnel_watches WHERE funnel_id = :funnelId', { funnelId });
      const { affectedRows: members } = await tx.execute(
        `DELETE FROM funnel_watch_members WHERE funnel_id = :funnelId LIMIT ${MEMBERS}`,
        { funnelId },
      );
      await counters.write(tx);
      return entries === ENTRIES || members === MEMBERS;
    });
  }
}
