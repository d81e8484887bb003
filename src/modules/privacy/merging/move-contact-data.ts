import type { Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';

/** Moves history and memberships of locked contacts. `ContactMerges` writes fields, values, lists, and tags: they emit events. */
export async function moveContactData(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
  const params = { keepId, mergedIds };
  const notes = `UPDATE notes SET subject_id = :keepId WHERE subject_type = 'contact' AND subject_id IN (:mergedIds)`;
  await tx.execute(notes, params);
  for (const table of ['contact_consents', 'contact_optins'])
    await tx.execute(`UPDATE ${table} SET contact_id = :keepId WHERE contact_id IN (:mergedIds)`, params);
  // The strictest choice about each list counts.
  await tx.execute(
    `INSERT INTO list_subscriptions (contact_id, list_id, state, changed_at)
     SELECT :keepId, s.list_id, s.state, s.changed_at FROM list_subscriptions s WHERE s.contact_id IN (:mergedIds)
         ON DUPLICATE KEY UPDATE state = GREATEST(list_subscriptions.state, VALUES(state))`,
    params,
  );
  for (const mergedId of mergedIds) await moveEvents(tx, keepId, mergedId);
  for (const mergedId of mergedIds) await moveCompanies(tx, keepId, mergedId);
  await closeJobRows(tx, keepId, mergedIds);
}

/** Adds up tracked events with the same key and title; the later value wins. */
async function moveEvents(tx: Tx, keepId: number, mergedId: number): Promise<void> {
  const params = { keepId, mergedId };
  const conjunction = `tracked_events k JOIN tracked_events m
      ON m.contact_id = :mergedId AND m.identity = k.identity AND k.contact_id = :keepId`;
  const statements = [
    // A statement of its own: the order of writes in a multi-table update is undefined.
    `UPDATE ${conjunction} SET k.value = m.value, k.data = m.data WHERE m.updated_at > k.updated_at`,
    `UPDATE ${conjunction} SET k.counter = k.counter + m.counter, k.created_at = LEAST(k.created_at, m.created_at),
              k.updated_at = GREATEST(k.updated_at, m.updated_at)`,
    `DELETE m FROM ${conjunction}`,
    'UPDATE tracked_events SET contact_id = :keepId WHERE contact_id = :mergedId',
  ];
  for (const sql of statements) await tx.execute(sql, params);
}

/** A company that both have stays with the merged contact, and is uncounted with it. The kept primary company stays primary. */
async function moveCompanies(tx: Tx, keepId: number, mergedId: number): Promise<void> {
  const existing = `SELECT m.company_id FROM contact_companies m JOIN companies c ON c.id = m.company_id
    WHERE m.contact_id = :keepId LIMIT 1`;
  const [primary] = await tx.query(existing, { keepId });
  const kept = 'SELECT company_id AS id FROM contact_companies WHERE contact_id = :keepId';
  const own = [0, ...idsOf(await tx.query<{ id: number }>(kept, { keepId }))];
  const sql = `UPDATE contact_companies SET contact_id = :keepId ${primary === undefined ? '' : ', is_primary = 0'}
    WHERE contact_id = :mergedId AND company_id NOT IN (:own)`;
  await tx.execute(sql, { keepId, mergedId, own }, { ids: [keepId, mergedId] });
}

/**
 * Undos of imports must neither change the kept contact by rows of merged ones, nor delete it. Rows are marked as "created",
 * with a hash that never matches.
 */
async function closeJobRows(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
  const made = '{"created":""}';
  const own = `UPDATE bulk_job_rows SET changes = :made
    WHERE contact_id = :keepId AND JSON_CONTAINS_PATH(changes, 'one', '$.created')`;
  await tx.execute(own, { keepId, made });
  const others = `UPDATE bulk_job_rows SET contact_id = :keepId, changes = IF(changes IS NULL, NULL, :made)
    WHERE contact_id IN (:mergedIds)`;
  await tx.execute(others, { keepId, mergedIds, made });
}
