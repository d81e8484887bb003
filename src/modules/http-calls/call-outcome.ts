import type { OutboundResult } from '../../platform/outbound-http/outbound-http.js';
import { CALLS, type CallState } from './http-call.entity.js';

const MINUTE_MS = 60_000;
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const;
export const MAX_ATTEMPTS = RETRIES_MS.length + 1;

const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429]);
const FINAL_FAILURES: ReadonlySet<string> = new Set(['refused_url', 'blocked_address']);

export interface CallOutcome {
  readonly state: CallState;
  readonly status: number | null;
  readonly error: string | null;
  readonly retryInMs: number | null;
}

export function outcomeOf(result: OutboundResult, attempts: number): CallOutcome {
  const status = result.failure === null ? result.status : null;
  const error = result.failure ?? 'http_status';
  if (status !== null && status >= 200 && status <= 299)
    return { state: CALLS.to('succeed'), status, error: null, retryInMs: null };
  const passes = status === null ? !FINAL_FAILURES.has(error) : status >= 500 || PASSING_STATUSES.has(status);
  const retryInMs = passes ? (RETRIES_MS[attempts - 1] ?? null) : null;
  return { state: CALLS.to(retryInMs === null ? 'fail' : 'retry'), status, error, retryInMs };
}
