import type { Tx } from '../../platform/database/database.js';
import type { AuditAction } from './entries/audit-entry.entity.js';
import type { AuditedCall } from './audit-trail.js';
import type { RecordChanges } from './record-changes.js';

/** An audit log entry without the common fields of its call. */
export interface NewEntry {
  readonly action: AuditAction;
  readonly type: string | null;
  readonly id: number | null;
  readonly records: number;
  readonly contactId: number | null;
  readonly changes: RecordChanges | null;
}

/** Adds entries of one call to the audit log. */
export async function insertEntries(tx: Tx, call: AuditedCall, entries: readonly NewEntry[]): Promise<void> {
  await tx.insertRows(
    'audit_log',
    [
      'source',
      'manager_id',
      'manager',
      'method',
      'route',
      'request_id',
      'client_request_id',
      'action',
      'record_type',
      'record_id',
      'records',
      'contact_id',
      'changes',
    ],
    entries.map(({ action, type, id, records, contactId, changes }) => [
      call.source,
      call.manager?.id ?? null,
      call.manager?.username ?? null,
      call.method,
      call.route,
      call.requestId,
      call.clientRequestId,
      action,
      type,
      id,
      records,
      contactId,
      changes === null ? null : JSON.stringify(changes),
    ]),
  );
}
