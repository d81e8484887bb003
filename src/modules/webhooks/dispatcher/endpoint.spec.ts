import { useFakeClock } from '../../../../test/support/fake-clock.js';
import type { CallResult } from '../webhook-caller.js';
import type { Claim, ClaimedDelivery } from './delivery-claims.service.js';
import { Endpoint } from './endpoint.js';

const result = (outcome: string): CallResult => ({
  success: outcome === 'success',
  outcome,
  code: 0,
  ms: 1,
  remoteAddress: null,
  responseHead: null,
  excerpt: null,
  timeUp: outcome === 'timeout',
});

function known(...outcomes: string[]): Endpoint {
  const endpoint = new Endpoint(1);
  endpoint.allow(4);
  for (const outcome of outcomes) endpoint.learn(result(outcome));
  return endpoint;
}

const claim = (first: number, length: number, revision = 0): Claim => ({
  deliveries: Array.from({ length }, (_, index) => ({ id: first + index, claimedAt: jest.now() }) as ClaimedDelivery),
  more: true,
  blocked: false,
  concurrency: 4,
  revision: new Date(revision),
  claimedAt: jest.now(),
});

describe('Endpoint', () => {
  useFakeClock();

  it('grows to four lanes with successes', () => {
    expect(known().width).toBe(1);
    expect(known('success').width).toBe(2);
    expect(known(...Array<string>(9).fill('success')).width).toBe(4);
  });

  it('shrinks to one lane and is suspect after three consecutive timeouts', () => {
    const good = ['success', 'success', 'success'];
    expect(known(...good, 'timeout', 'timeout').width).toBe(4);
    const bad = known(...good, 'timeout', 'timeout', 'timeout');
    expect(bad.width).toBe(1);
    expect(bad.isSuspect).toBe(true);
    expect(known(...good, 'timeout', 'timeout', 'http_status', 'timeout').isSuspect).toBe(false);
    bad.learn(result('success'));
    expect(bad.isSuspect).toBe(false);
  });

  it('is suspect if its responses never end', () => {
    const endpoint = known('success', 'success', 'success');
    for (let call = 0; call < 3; call += 1) endpoint.learn({ ...result('success'), timeUp: true });
    expect(endpoint.isSuspect).toBe(true);
    expect(endpoint.width).toBe(1);
  });

  it('claims more at a time while claims are sent quickly, and a few again after a partial claim', () => {
    const endpoint = new Endpoint(1);
    const sizes = [16, 32, 64, 128, 128];
    for (const [index, expected] of sizes.entries()) {
      const size = endpoint.nextClaimSize();
      expect(size).toBe(expected);
      endpoint.fill(claim(1, index === sizes.length - 1 ? 1 : size));
      endpoint.empty();
    }
    expect(endpoint.nextClaimSize()).toBe(16);
  });

  it('claims in advance when half of a full claim is left, and never after a partial claim', () => {
    const endpoint = new Endpoint(1);
    endpoint.fill(claim(1, endpoint.nextClaimSize()));
    for (let sent = 0; sent < 7; sent += 1) endpoint.next();
    expect(endpoint.runsLow).toBe(false);
    endpoint.next();
    expect(endpoint.runsLow).toBe(true);
    endpoint.fill(claim(17, 1));
    expect(endpoint.runsLow).toBe(false);
  });

  it('gives both claims back if the webhook has changed between them', () => {
    const endpoint = new Endpoint(1);
    expect(endpoint.fill(claim(1, 2, 1))).toEqual([]);
    expect(endpoint.fill(claim(3, 2, 2)).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(endpoint.nextUrl).toBeNull();
    expect(endpoint.mayHaveMore).toBe(true);
  });

  it('never exceeds the limit of its webhook', () => {
    const endpoint = known('success', 'success', 'success');
    endpoint.allow(1);
    expect(endpoint.width).toBe(1);
  });
});
