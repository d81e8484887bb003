import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | null>();

/** Runs work whose events and log lines carry the request id. @param requestId null for work such as periodic tasks. */
export function onBehalfOf<Result>(requestId: string | null, work: () => Result): Result {
  return current.run(requestId, work);
}

export const currentRequestId = (): string | null => current.getStore() ?? null;
