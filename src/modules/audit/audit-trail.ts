import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditSource } from './audit-entry.entity.js';

/** Who does something, and by which door. */
export interface AuditedCall {
  readonly source: AuditSource;
  readonly manager: { readonly id: number; readonly username: string } | null;
  readonly method: string | null;
  readonly route: string;
  readonly requestId: string | null;
  /** The caller's own id of the request. */
  readonly clientRequestId: string | null;
  /** The ids that the path names, by their names in the route. */
  readonly ids: Readonly<Record<string, number>>;
}

const calls = new AsyncLocalStorage<AuditedCall>();

/** Everything that `work` changes was done by this call. */
export function duringCall<Result>(call: AuditedCall, work: () => Result): Result {
  return calls.run(call, work);
}

/** The call under way; undefined for what the product does by itself. */
export function callUnderWay(): AuditedCall | undefined {
  return calls.getStore();
}
