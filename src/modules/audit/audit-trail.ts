import { columnsAndRows } from '../../platform/database/entity-columns.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditEntry } from './entries/audit-entry.entity.js';
import type { Tx } from '../../platform/database/database.js';
import type { RecordChanges } from './record-changes.js';

/** The source of changes: a manager's request or a command. */
export interface AuditedCall extends Pick<AuditEntry, 'source' | 'method' | 'route' | 'requestId' | 'clientRequestId'> {
  readonly manager: { readonly id: number; readonly username: string } | null;
  /** The ids in the path, by parameter name. */
  readonly ids: Readonly<Record<string, number>>;
}

const calls = new AsyncLocalStorage<AuditedCall>();

/** Runs `work` and attributes its changes to this call. */
export function runInCall<Result>(call: AuditedCall, work: () => Result): Result {
  return calls.run(call, work);
}

/** Runs `work` as the worker would: its changes are not audited. */
export function runInternally<Result>(work: () => Result): Result {
  return calls.exit(work);
}

/** Returns the current call; undefined for internal work. */
export function currentCall(): AuditedCall | undefined {
  return calls.getStore();
}

/** An audit log entry without the common fields of its call. */
export interface NewEntry extends Pick<AuditEntry, 'action' | 'records' | 'contactId'> {
  readonly type: string | null;
  readonly id: number | null;
  readonly changes: RecordChanges | null;
}

export async function insertEntries(tx: Tx, call: AuditedCall, entries: readonly NewEntry[]): Promise<void> {
  const { source, manager, method, route, requestId, clientRequestId } = call;
  const names = { managerId: manager?.id ?? null, manager: manager?.username ?? null };
  const by = { source, ...names, method, route, requestId, clientRequestId };
  const records = entries.map(({ type: recordType, id: recordId, changes: changed, ...entry }) => {
    const changes = changed === null ? null : JSON.stringify(changed);
    return { ...by, ...entry, recordType, recordId, changes };
  });
  await tx.insertRows('audit_log', ...columnsAndRows(records));
}
