import { Injectable } from '@nestjs/common';
import { sqlTimestamp } from '../../platform/clock/timestamps.js';
import type { Tx, Reader } from '../../platform/database/database.js';
import {
  StoresPersonalData,
  type Person,
  type PersonalDataStore,
} from '../../platform/personal-data/personal-data-store.js';
import type { AuditAction } from './entries/audit-entry.entity.js';

interface KeptEntry {
  readonly created_at: Date;
  readonly action: AuditAction;
  readonly record_type: string;
  readonly changes: string | null;
}

/** Personal data in the audit log. An erasure keeps the entries but removes their values. */
@StoresPersonalData()
@Injectable()
export class AuditPersonalData implements PersonalDataStore {
  readonly section = 'audit_log';
  readonly tables = ['audit_log'];

  /** The manager is another person, so it is not exported. */
  async exportOf(reader: Reader, { contactId }: Person): Promise<unknown> {
    const entries = await reader.query<KeptEntry>(
      'SELECT created_at, action, record_type, changes FROM audit_log WHERE contact_id = :contactId ORDER BY id',
      { contactId },
    );
    return entries.map(({ created_at: at, changes, ...entry }) => ({
      created_at: sqlTimestamp(at),
      ...entry,
      changes: changes === null ? null : (JSON.parse(changes) as unknown),
    }));
  }

  async erase(tx: Tx, { contactId }: Person): Promise<void> {
    await tx.execute(
      'UPDATE audit_log SET changes = NULL WHERE contact_id = :contactId AND changes IS NOT NULL',
      { contactId },
      { changes: 'audit_log' },
    );
  }

  /** Filters and titles of these records may contain the address of any contact. */
  async sweep(tx: Tx, { email }: Person): Promise<void> {
    await tx.execute(
      `UPDATE audit_log SET changes = NULL
        WHERE record_type IN ('segment', 'campaign', 'funnel', 'job') AND LOCATE(:email, changes) > 0`,
      { email },
      { changes: 'audit_log' },
    );
  }

  async merge(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    await tx.execute(
      'UPDATE audit_log SET contact_id = :keepId WHERE contact_id IN (:mergedIds)',
      { keepId, mergedIds },
      { changes: 'audit_log' },
    );
  }
}
