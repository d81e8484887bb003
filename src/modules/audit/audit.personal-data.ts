import { withSqlTimestamps } from '../../platform/clock/timestamps.js';
import type { Tx, Reader } from '../../platform/database/database.js';
import type { Person, PersonalDataStore } from '../../platform/personal-data/personal-data-store.js';
import { StoresPersonalData } from '../../platform/personal-data/personal-data-store.js';
import { fromJson } from '../../platform/values/json.js';

/** Personal data in the audit log. An erasure keeps the entries but removes their values. */
@StoresPersonalData()
export class AuditPersonalData implements PersonalDataStore {
  readonly section = 'audit_log';
  readonly tables = ['audit_log'];

  /** The manager is another person, so it is not exported. */
  async exportOf(reader: Reader, { contactId }: Person): Promise<unknown> {
    const sql =
      'SELECT created_at, action, record_type, changes FROM audit_log WHERE contact_id = :contactId ORDER BY id';
    const entries = await reader.query<Record<string, unknown>>(sql, { contactId });
    return entries.map((entry) => ({ ...withSqlTimestamps(entry), changes: fromJson(entry['changes']) }));
  }

  async erase(tx: Tx, { contactId }: Person): Promise<void> {
    const sql = 'UPDATE audit_log SET changes = NULL WHERE contact_id = :contactId AND changes IS NOT NULL';
    await tx.execute(sql, { contactId });
  }

  /** Filters and titles of these records may contain the address of any contact. */
  async sweep(tx: Tx, { email }: Person): Promise<void> {
    const sql = `UPDATE audit_log SET changes = NULL
      WHERE record_type IN ('segment', 'campaign', 'funnel', 'job') AND LOCATE(:email, changes) > 0`;
    await tx.execute(sql, { email });
  }

  async merge(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    const sql = 'UPDATE audit_log SET contact_id = :keepId WHERE contact_id IN (:mergedIds)';
    await tx.execute(sql, { keepId, mergedIds });
  }
}
