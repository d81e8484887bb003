import type { Tx } from '../../../platform/database/database.js';

/**
 * Moves history and memberships of locked, existing contacts. Fields, values, lists, and tags are written by `ContactMerges`, because they
 * emit events.
 */
export async function moveContactData(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
  const params = { keepId, mergedIds };
  await tx.execute(
    `UPDATE notes SET subject_id = :keepId WHERE subject_type = 'contact' AND subject_id IN (:mergedIds)`,
    params,
    { changes: 'notes' },
  );
  for (const table of ['contact_consents', 'contact_optins'])
    await tx.execute(`UPDATE ${table} SET contact_id = :keepId WHERE contact_id IN (:mergedIds)`, params, {
      changes: table,
    });
  for (const mergedId of mergedIds) await moveEvents(tx, keepId, mergedId);
  for (const mergedId of mergedIds) await moveCompanies(tx, keepId, mergedId);
  await closeJobRows(tx, keepId, mergedIds);
}

/** Adds up tracked events with the same key and title; the later value wins. */
async function moveEvents(tx: Tx, keepId: number, mergedId: number): Promise<void> {
  const params = { keepId, mergedId };
  const conjunction = `tracked_events k JOIN tracked_events m
      ON m.contact_id = :mergedId AND m.identity = k.identity AND k.contact_id = :keepId`;
  // A statement of its own: the order of writes in a multi-table update is undefined.
  await tx.execute(
    `UPDATE ${conjunction} SET k.value = m.value, k.data = m.data WHERE m.updated_at > k.updated_at`,
    params,
    {
      changes: 'tracked_events',
    },
  );
  await tx.execute(
    `UPDATE ${conjunction} SET k.counter = k.counter + m.counter, k.created_at = LEAST(k.created_at, m.created_at),
              k.updated_at = GREATEST(k.updated_at, m.updated_at)`,
    params,
    { changes: 'tracked_events' },
  );
  await tx.execute(`DELETE m FROM ${conjunction}`, params, { changes: 'tracked_events' });
  await tx.execute('UPDATE tracked_events SET contact_id = :keepId WHERE contact_id = :mergedId', params, {
    changes: 'tracked_events',
  });
}

/**
 * Moves company memberships. A company that both have stays with the merged contact and is uncounted with it. The primary
 * company is that of the kept contact, or else the first one.
 */
async function moveCompanies(tx: Tx, keepId: number, mergedId: number): Promise<void> {
  const [primary] = await tx.query(
    `SELECT m.company_id FROM contact_companies m JOIN companies c ON c.id = m.company_id
        WHERE m.contact_id = :keepId LIMIT 1`,
    { keepId },
  );
  const own = await tx.query<{ id: number }>(
    'SELECT company_id AS id FROM contact_companies WHERE contact_id = :keepId',
    { keepId },
  );
  await tx.execute(
    `UPDATE contact_companies
          SET contact_id = :keepId ${primary === undefined ? '' : ', is_primary = 0'}
        WHERE contact_id = :mergedId AND company_id NOT IN (:own)`,
    { keepId, mergedId, own: own.length === 0 ? [0] : own.map(({ id }) => id) },
    { changes: 'contact_companies', ids: [keepId, mergedId] },
  );
}

/**
 * Prevents later undos of imports from changing the kept contact by rows of merged ones. Rows are marked as "created", with
 * a hash that never matches. So is the row that created the kept contact: an undo must not delete a merged contact.
 */
async function closeJobRows(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
  const made = '{"created":""}';
  await tx.execute(
    `UPDATE bulk_job_rows SET changes = :made
        WHERE contact_id = :keepId AND JSON_CONTAINS_PATH(changes, 'one', '$.created')`,
    { keepId, made },
  );
  await tx.execute(
    `UPDATE bulk_job_rows SET contact_id = :keepId, changes = IF(changes IS NULL, NULL, :made)
        WHERE contact_id IN (:mergedIds)`,
    { keepId, mergedIds, made },
  );
}
