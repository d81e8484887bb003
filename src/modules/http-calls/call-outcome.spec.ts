import type { OutboundResult } from '../../platform/outbound-http/outbound-http.js';
import { outcomeOf } from './call-outcome.js';

const answer = (status: number): OutboundResult => ({
  failure: null,
  status,
  headers: {},
  excerpt: Buffer.alloc(0),
  unended: false,
  ms: 1,
  remoteAddress: null,
});

describe('outcomeOf', () => {
  it.each([200, 201, 204, 299])('treats %i as success', (status) => {
    expect(outcomeOf(answer(status), 1)).toEqual({ state: 'done', status, error: null, retryInMs: null });
  });

  it.each([301, 302, 400, 401, 404, 410, 422])('treats %i as final', (status) => {
    expect(outcomeOf(answer(status), 1)).toEqual({ state: 'failed', status, error: 'http_status', retryInMs: null });
  });

  it.each([408, 429, 500, 502, 503])('retries after %i, three times', (status) => {
    const waits = [1, 2, 3, 4].map((attempts) => outcomeOf(answer(status), attempts).retryInMs);
    expect(waits).toEqual([60_000, 300_000, 1_800_000, null]);
    expect(outcomeOf(answer(status), 4)).toEqual({ state: 'failed', status, error: 'http_status', retryInMs: null });
  });

  it.each(['dns_failed', 'connect_failed', 'tls_failed', 'timeout', 'connection_lost', 'bad_response'] as const)(
    'tries again when there was no answer: %s',
    (failure) => {
      const result = { failure, ms: 1, remoteAddress: null };
      expect(outcomeOf(result, 1)).toEqual({ state: 'pending', status: null, error: failure, retryInMs: 60_000 });
    },
  );

  it.each(['refused_url', 'blocked_address'] as const)(
    'does not retry when the address is not allowed: %s',
    (failure) => {
      const result = { failure, ms: 1, remoteAddress: null };
      expect(outcomeOf(result, 1)).toEqual({ state: 'failed', status: null, error: failure, retryInMs: null });
    },
  );
});
