import type { Tx } from '../../../platform/database/database.js';
import { type TriggerData, triggerDataOf } from '../../mail-content/trigger-data.js';

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
  const ids = known.map(([id]) => id);
  const before = await triggerDataOf(tx, ids);
  await writeTriggerData(tx, new Map(known.map(([id, data]) => [id, { ...before.get(id), waited: data }])));
}
