import type { CallResult } from '../webhook-caller.js';
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

describe('Endpoint', () => {
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

  it('never exceeds the limit of its webhook', () => {
    const endpoint = known('success', 'success', 'success');
    endpoint.allow(1);
    expect(endpoint.width).toBe(1);
  });
});
