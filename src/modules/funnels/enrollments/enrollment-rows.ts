import type { Tx } from '../../../platform/database/database.js';
import { assignments } from '../../../platform/database/records.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import { type TriggerData, triggerDataOf } from '../../mail-content/trigger-data.js';

/** The key of a funnel email in the ledger; it allows one email per enrollment and step. */
export const recipientKey = (entryId: number, stepId: number | ''): string => `${entryId}:${stepId}`;

export const noticeKey = (entryId: number, stepId: number): string => `notice:${recipientKey(entryId, stepId)}`;

export const contactsOf = (entries: readonly { readonly contactId: number }[]): number[] =>
  entries.map(({ contactId }) => contactId);

/** Moves enrollments, which are not audited. @param values by the members of `FunnelEnrollment`. */
export async function moveEnrollments(tx: Tx, ids: readonly number[], values: SqlParams): Promise<void> {
  if (ids.length === 0) return;
  const sql = `UPDATE funnel_entries SET ${assignments(values)} WHERE id IN (:ids)`;
  await tx.execute(sql, { ...values, ids }, { ids: [] });
}

/** Sets the due times of enrollments by their ids, in one statement. */
export async function postponeEnrollments(tx: Tx, dueTimes: ReadonlyMap<number, Date>): Promise<void> {
  if (dueTimes.size === 0) return;
  const sql = 'UPDATE funnel_entries SET due_at = ELT(FIELD(id, :ids), :times) WHERE id IN (:ids)';
  await tx.execute(sql, { ids: [...dueTimes.keys()], times: [...dueTimes.values()] }, { ids: [] });
}

/** Stores what started enrollments, by enrollment id. */
export async function writeTriggerData(tx: Tx, data: ReadonlyMap<number, TriggerData>): Promise<void> {
  const rows = [...data].filter(([, each]) => Object.keys(each).length > 0);
  await tx.insertRows(
    'funnel_entry_data',
    ['entry_id', 'data'],
    rows.map(([entryId, each]) => [entryId, JSON.stringify(each)]),
    { suffix: 'ON DUPLICATE KEY UPDATE data = VALUES(data)' },
  );
}

/** Adds the data of the events that ended waits, as `waited`. */
export async function addWaitedData(tx: Tx, waited: ReadonlyMap<number, TriggerData>): Promise<void> {
  const known = [...waited].filter(([, data]) => Object.keys(data).length > 0);
  const before = await triggerDataOf(
    tx,
    known.map(([id]) => id),
  );
  await writeTriggerData(tx, new Map(known.map(([id, data]) => [id, { ...before.get(id), waited: data }])));
}
