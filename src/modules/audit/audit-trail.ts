import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditSource } from './entries/audit-entry.entity.js';

/** The source of changes: a manager's request or a command. */
export interface AuditedCall {
  readonly source: AuditSource;
  readonly manager: { readonly id: number; readonly username: string } | null;
  readonly method: string | null;
  readonly route: string;
  readonly requestId: string | null;
  /** The `X-Request-Id` that the caller sent. */
  readonly clientRequestId: string | null;
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
