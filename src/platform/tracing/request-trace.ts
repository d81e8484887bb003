import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | null>();

/**
 * Does something on behalf of a request: events that it appends and lines that it logs carry the id of that request.
 * @param requestId null for what nobody has asked for, such as the rounds of a clock.
 */
export function onBehalfOf<Result>(requestId: string | null, work: () => Result): Result {
  return current.run(requestId, work);
}

/** The request that is being worked for at this moment; null where there is none. */
export function currentRequestId(): string | null {
  return current.getStore() ?? null;
}
