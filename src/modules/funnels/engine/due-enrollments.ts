import type { Tx } from '../../../platform/database/database.js';
import { lockFirst } from '../../../platform/database/lock-first.js';
import { LEAVING_COLUMNS } from '../enrollments/enrollments.service.js';
import type { EnrollmentAtStep } from './actions/step-action.js';

interface EnrollmentRow extends Omit<EnrollmentAtStep, 'met'> {
  readonly met: number;
}

const COLUMNS = `${LEAVING_COLUMNS}, last_step_id AS lastStepId, arrived_at AS arrivedAt, met, tries,
  request_id AS requestId`;

/** Locks up to `limit` due enrollments of a funnel, longest due first; skips locked ones. */
export async function dueIn(tx: Tx, funnelId: number, limit: number, now: Date): Promise<EnrollmentAtStep[]> {
  const rows = await lockFirst<EnrollmentRow>(limit, {
    find: (page) =>
      tx.query(
        `SELECT id FROM funnel_entries FORCE INDEX (ix_funnel_entries_due)
          WHERE funnel_id = :funnelId AND due_at <= :now ORDER BY due_at ${page}`,
        { funnelId, now },
      ),
    lock: (ids, rest) =>
      tx.query(
        `SELECT ${COLUMNS} FROM funnel_entries FORCE INDEX (PRIMARY)
          WHERE id IN (:ids) AND funnel_id = :funnelId AND due_at <= :now ${rest}`,
        { ids, funnelId, now },
      ),
  });
  return rows.map(toEntry);
}

export async function dueAmong(
  tx: Tx,
  entryIds: readonly number[],
  now: Date,
  others: '' | 'SKIP LOCKED' = '',
): Promise<EnrollmentAtStep[]> {
  const rows = await tx.query<EnrollmentRow>(
    `SELECT ${COLUMNS} FROM funnel_entries WHERE id IN (:entryIds) AND due_at <= :now ORDER BY id FOR UPDATE ${others}`,
    { entryIds, now },
  );
  return rows.map(toEntry);
}

const toEntry = ({ met, ...row }: EnrollmentRow): EnrollmentAtStep => ({ ...row, met: met === 1 });
