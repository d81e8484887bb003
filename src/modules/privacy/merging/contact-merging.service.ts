import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { Person } from '../../../platform/personal-data/personal-data-holder.js';

/**
 * What happened to contacts and what was written about them becomes that of another one. Fields, values, lists and tags are
 * not moved but written (`ContactMerges`), because they are told of.
 */
@Injectable()
export class ContactMerging {
  /** All of the contacts are locked, and still there. */
  async merge(tx: Tx, { contactId: keepId }: Person, merged: readonly Person[]): Promise<void> {
    const mergedIds = merged.map(({ contactId }) => contactId);
    const params = { keepId, mergedIds };
    await tx.execute(
      `UPDATE notes SET subject_id = :keepId WHERE subject_type = 'contact' AND subject_id IN (:mergedIds)`,
      params,
    );
    for (const table of ['contact_consents', 'contact_optins'])
      await tx.execute(`UPDATE ${table} SET contact_id = :keepId WHERE contact_id IN (:mergedIds)`, params);
    for (const mergedId of mergedIds) await this.moveEvents(tx, keepId, mergedId);
    for (const mergedId of mergedIds) await this.moveCompanies(tx, keepId, mergedId);
    await this.closeJobRows(tx, keepId, mergedIds);
  }

  /** The same key and title are one event, as often as both together; the later value is the latest. */
  private async moveEvents(tx: Tx, keepId: number, mergedId: number): Promise<void> {
    const params = { keepId, mergedId };
    const both = `tracked_events k JOIN tracked_events m
      ON m.contact_id = :mergedId AND m.identity = k.identity AND k.contact_id = :keepId`;
    // By itself, for in what order a statement over two tables writes is nobody's promise.
    await tx.execute(`UPDATE ${both} SET k.value = m.value WHERE m.updated_at > k.updated_at`, params);
    await tx.execute(
      `UPDATE ${both} SET k.counter = k.counter + m.counter, k.created_at = LEAST(k.created_at, m.created_at),
              k.updated_at = GREATEST(k.updated_at, m.updated_at)`,
      params,
    );
    await tx.execute(`DELETE m FROM ${both}`, params);
    await tx.execute('UPDATE tracked_events SET contact_id = :keepId WHERE contact_id = :mergedId', params);
  }

  /**
   * Memberships of companies. One that both have stays with the merged contact, and is counted out when that is removed. The
   * primary is that of the contact that stays, or else the one that comes first.
   */
  private async moveCompanies(tx: Tx, keepId: number, mergedId: number): Promise<void> {
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
    );
  }

  /**
   * What an import did to the merged contact is not taken back from another one, which may have had the same by itself. The
   * row says so as one of a contact that was made and is not any more what it was made. So does the one that has made the
   * contact that stays: it is also somebody else now, who must not go with it, even where nothing about it looks different.
   */
  private async closeJobRows(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    const made = '{"created":""}';
    await tx.execute(
      `UPDATE bulk_job_rows SET changes = :made WHERE contact_id = :keepId AND JSON_EXISTS(changes, '$.created')`,
      { keepId, made },
    );
    await tx.execute(
      `UPDATE bulk_job_rows SET contact_id = :keepId, changes = IF(changes IS NULL, NULL, :made)
        WHERE contact_id IN (:mergedIds)`,
      { keepId, mergedIds, made },
    );
  }
}
