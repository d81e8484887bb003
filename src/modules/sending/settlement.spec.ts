import { bounceOf, changeFor } from './settlement.js';

const SCHEDULE = [300_000, 900_000];

describe('what an outcome makes of a message', () => {
  it('ends it when it was accepted or the address is gone', () => {
    expect(changeFor({ kind: 'accepted', code: '250', response: '250 ok' }, 1, SCHEDULE)).toMatchObject({
      state: 'sent',
      charged: true,
    });
    expect(changeFor({ kind: 'bounced', code: '5.1.1', response: '550 5.1.1' }, 1, SCHEDULE)).toMatchObject({
      state: 'bounced',
      retryInMs: null,
    });
    expect(changeFor({ kind: 'refused', code: '552', response: '552' }, 1, SCHEDULE)).toMatchObject({
      state: 'failed',
      retryInMs: null,
    });
  });

  it('follows the schedule while the server asks to come back, and fails after it', () => {
    const later = { kind: 'deferred', code: '450', response: '450 later' } as const;
    expect(changeFor(later, 1, SCHEDULE)).toMatchObject({ state: 'deferred', retryInMs: 300_000, charged: true });
    expect(changeFor(later, 2, SCHEDULE)).toMatchObject({ state: 'deferred', retryInMs: 900_000 });
    expect(changeFor(later, 3, SCHEDULE)).toMatchObject({ state: 'failed', retryInMs: null });
  });

  it('charges nobody for a fault of the line or the provider', () => {
    expect(changeFor({ kind: 'not_sent', reason: 'ECONNREFUSED' }, 9, SCHEDULE)).toMatchObject({
      state: 'deferred',
      charged: false,
    });
    expect(changeFor({ kind: 'provider_fault', code: '5.7.1', response: '554' }, 9, SCHEDULE)).toMatchObject({
      state: 'deferred',
      charged: false,
    });
  });

  it('makes what was given back due at once', () => {
    expect(changeFor({ kind: 'given_back' }, 1, SCHEDULE)).toEqual({
      ...{ state: 'pending', smtpCode: null, reason: null, retryInMs: null, charged: false },
    });
  });

  it('leaves a doubt to the lease', () => {
    expect(changeFor({ kind: 'unknown', reason: 'ECONNRESET' }, 1, SCHEDULE)).toMatchObject({ state: 'sending' });
  });

  it('gives up what servers have put off for two days in all, and nothing that no server has seen', () => {
    const hourly = Array.from({ length: 100 }, () => 3_600_000);
    const later = { kind: 'deferred', code: '450', response: '450 later' } as const;
    expect(changeFor(later, 48, hourly)).toMatchObject({ state: 'deferred', retryInMs: 3_600_000 });
    expect(changeFor(later, 49, hourly)).toMatchObject({ state: 'failed', retryInMs: null, charged: true });
    const away = { kind: 'not_sent', reason: 'ECONNREFUSED' } as const;
    expect(changeFor(away, 49, hourly)).toMatchObject({ state: 'deferred', charged: false });
    const refusing = { kind: 'provider_fault', code: '5.7.1', response: '554' } as const;
    expect(changeFor(refusing, 49, hourly)).toMatchObject({ state: 'deferred', charged: false });
  });

  it('says something about its address only once it has ended', () => {
    const full = { kind: 'deferred', code: '4.2.2', response: '452 4.2.2 mailbox full' } as const;
    expect(bounceOf(full, { state: 'deferred' })).toBeNull();
    expect(bounceOf(full, { state: 'failed' })).toBe('soft');
    expect(bounceOf({ kind: 'refused', code: '5.2.2', response: '552 5.2.2 full' }, { state: 'failed' })).toBe('soft');
    expect(bounceOf({ kind: 'refused', code: '5.6.0', response: '554 5.6.0 no' }, { state: 'failed' })).toBeNull();
    expect(bounceOf({ kind: 'bounced', code: '5.1.1', response: '550 5.1.1' }, { state: 'bounced' })).toBe('hard');
    expect(bounceOf({ kind: 'accepted', code: '250', response: '250 ok' }, { state: 'sent' })).toBeNull();
  });
});
