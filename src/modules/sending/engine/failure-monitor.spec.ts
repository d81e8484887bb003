import { faultOf } from './failure-monitor.js';

describe('connection and provider faults of a mail server', () => {
  it.each([
    [{ kind: 'provider_fault', code: '5.7.1', response: '554 5.7.1 no' }, 'policy', 'mail server answered 5.7.1'],
    [{ kind: 'provider_fault', code: '421', response: '421 bye' }, 'line', 'mail server answered 421'],
    [
      { kind: 'provider_fault', code: '535', response: '535 no', stage: 'login' },
      'login',
      'mail server refused the login (535)',
    ],
    [
      { kind: 'provider_fault', code: '454', response: '454 later', stage: 'login' },
      'line',
      'mail server answered 454',
    ],
    [{ kind: 'not_sent', reason: 'ECONNREFUSED' }, 'line', 'mail server unreachable (ECONNREFUSED)'],
    [{ kind: 'unknown', reason: 'ECONNRESET' }, 'line', 'mail server broke off (ECONNRESET)'],
  ] as const)('%j: %s', (outcome, kind, reason) => {
    expect(faultOf(outcome)).toEqual({ kind, reason });
  });

  it.each(['accepted', 'bounced', 'refused', 'deferred'] as const)('an email that was %s is no fault', (kind) => {
    expect(faultOf({ kind, code: '250', response: '' })).toBeNull();
  });
});
