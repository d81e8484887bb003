import { bounceOf, changeFor } from './settlement.js';

const SCHEDULE = [300_000, 900_000];

describe('the change of a message by an outcome', () => {
  it('is final if the message was accepted or the address does not exist', () => {
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

  it('follows the retry schedule after a 4xx, and fails after it', () => {
    const later = { kind: 'deferred', code: '450', response: '450 later' } as const;
    expect(changeFor(later, 1, SCHEDULE)).toMatchObject({ state: 'deferred', retryInMs: 300_000, charged: true });
    expect(changeFor(later, 2, SCHEDULE)).toMatchObject({ state: 'deferred', retryInMs: 900_000 });
    expect(changeFor(later, 3, SCHEDULE)).toMatchObject({ state: 'failed', retryInMs: null });
  });

  it('counts no attempt for a connection or provider fault', () => {
    expect(changeFor({ kind: 'not_sent', reason: 'ECONNREFUSED' }, 9, SCHEDULE)).toMatchObject({
      state: 'deferred',
      charged: false,
    });
    expect(changeFor({ kind: 'provider_fault', code: '5.7.1', response: '554' }, 9, SCHEDULE)).toMatchObject({
      state: 'deferred',
      charged: false,
    });
  });

  it('makes a released message due immediately', () => {
    expect(changeFor({ kind: 'given_back' }, 1, SCHEDULE)).toEqual({
      ...{ state: 'pending', smtpCode: null, reason: null, retryInMs: null, charged: false },
    });
  });

  it('leaves a message in doubt to its lease', () => {
    expect(changeFor({ kind: 'unknown', reason: 'ECONNRESET' }, 1, SCHEDULE)).toMatchObject({ state: 'sending' });
  });

  it('fails a message after two days of deferral in total, but not one that no server has seen', () => {
    const hourly = Array.from({ length: 100 }, () => 3_600_000);
    const later = { kind: 'deferred', code: '450', response: '450 later' } as const;
    expect(changeFor(later, 48, hourly)).toMatchObject({ state: 'deferred', retryInMs: 3_600_000 });
    expect(changeFor(later, 49, hourly)).toMatchObject({ state: 'failed', retryInMs: null, charged: true });
    const away = { kind: 'not_sent', reason: 'ECONNREFUSED' } as const;
    expect(changeFor(away, 49, hourly)).toMatchObject({ state: 'deferred', charged: false });
    const refusing = { kind: 'provider_fault', code: '5.7.1', response: '554' } as const;
    expect(changeFor(refusing, 49, hourly)).toMatchObject({ state: 'deferred', charged: false });
  });

  it('has a bounce type only when it is final', () => {
    const full = { kind: 'deferred', code: '4.2.2', response: '452 4.2.2 mailbox full' } as const;
    expect(bounceOf(full, { state: 'deferred' })).toBeNull();
    expect(bounceOf(full, { state: 'failed' })).toBe('soft');
    expect(bounceOf({ kind: 'refused', code: '5.2.2', response: '552 5.2.2 full' }, { state: 'failed' })).toBe('soft');
    expect(bounceOf({ kind: 'refused', code: '5.6.0', response: '554 5.6.0 no' }, { state: 'failed' })).toBeNull();
    expect(bounceOf({ kind: 'bounced', code: '5.1.1', response: '550 5.1.1' }, { state: 'bounced' })).toBe('hard');
    expect(bounceOf({ kind: 'accepted', code: '250', response: '250 ok' }, { state: 'sent' })).toBeNull();
  });
});
