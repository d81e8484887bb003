import type { Tx } from '../../../platform/database/database.js';
import { deleteCalls } from '../../http-calls/call-ledger.service.js';
import { deleteEnrollments } from '../enrollments/enrollment-removal.service.js';
import type { Counters } from '../enrollments/funnel-counters.js';

export async function deletedAmong(tx: Tx, contactIds: readonly number[]): Promise<number[]> {
  if (contactIds.length === 0) return [];
  const rows = await tx.query<{ id: number }>('SELECT id FROM contacts WHERE id IN (:contactIds)', { contactIds });
  const present = new Set(rows.map(({ id }) => id));
  return contactIds.filter((id) => !present.has(id));
}

/** Deletes the enrollments of deleted contacts. Totals stay; active enrollments count as cancelled. */
export async function removeDeleted(tx: Tx, contactIds: readonly number[], counters: Counters): Promise<void> {
  if (contactIds.length === 0) return;
  await deleteEnrollments(tx, 'contact_id IN (:contactIds) ORDER BY id', { contactIds }, 'contact_deleted', counters);
  await deleteCalls(tx, 'contact_id', contactIds);
  // The index starts with the funnel, so the query needs both columns.
  const watches = await tx.query<{ id: number }>('SELECT funnel_id AS id FROM funnel_watches');
  if (watches.length > 0)
    await tx.execute(
      'DELETE FROM funnel_watch_members WHERE funnel_id IN (:funnelIds) AND contact_id IN (:contactIds)',
      { funnelIds: watches.map(({ id }) => id), contactIds },
    );
}
