import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { isSignatureOf, signPayload, standardSignature, unsignedPayload } from './signer.js';

/** The published test vector; docs/delivery.md shows the same one. */
const SECRET = 'whsec_test_0123456789abcdef0123456789abcdef';
const UNSIGNED =
  '{"event":"contact.created","timestamp":"2026-01-02T03:04:05.678Z","webhook_id":7,"data":{"contact":{"id":42,' +
  '"email":"ada@example.com","first_name":"Ada","last_name":"Lovelace","status":"subscribed",' +
  '"created_at":"2026-01-02T03:04:05.000Z"}}}';

const data = {
  contact: {
    id: 42,
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    status: 'subscribed',
    created_at: '2026-01-02T03:04:05.000Z',
  },
};

describe('the signed payload', () => {
  it('equals the published vector', () => {
    const unsigned = unsignedPayload({
      event: 'contact.created',
      occurredAt: new Date('2026-01-02T03:04:05.678Z'),
      webhookId: 7,
      dataJson: JSON.stringify(data),
    });
    expect(unsigned).toBe(UNSIGNED);
    expect(Buffer.byteLength(unsigned)).toBe(240);
    const { raw, signature } = signPayload(unsigned, SECRET);
    expect(Buffer.byteLength(raw)).toBe(326);
    expect((JSON.parse(raw) as { signature: string }).signature).toBe(
      'sha256=5fbc14d88d034dd83eb485fe45f2984791389d85fedac17bcca23ddf8d7cc7f8',
    );
    expect(signature).toBe('sha256=669e5f140913c9782992dca4d658266c9c5948b6eca1e78f622ac5112bd35753');
  });

  it('copies the stored data byte by byte', () => {
    const dataJson = '{"b": 1.10, "a":"\\u00e9\\/"}';
    const unsigned = unsignedPayload({ event: 'e', occurredAt: new Date(0), webhookId: 1, dataJson });
    expect(unsigned).toContain(dataJson);
  });

  it('is JSON with the four members and the signature, for any data', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const dataJson = JSON.stringify({ value });
        const unsigned = unsignedPayload({ event: 'e', occurredAt: new Date(0), webhookId: 1, dataJson });
        const { raw } = signPayload(unsigned, SECRET);
        const { signature, ...rest } = JSON.parse(raw) as { signature: string };
        expect(rest).toEqual(JSON.parse(unsigned));
        expect(signature).toBe(`sha256=${createHmac('sha256', SECRET).update(unsigned).digest('hex')}`);
      }),
    );
  });

  it('does not verify after a change of any single bit', () => {
    const { raw, signature } = signPayload(UNSIGNED, SECRET);
    expect(isSignatureOf(raw, signature, SECRET)).toBe(true);
    fc.assert(
      fc.property(fc.nat(raw.length - 1), fc.nat(7), (index, bit) => {
        const forged = Buffer.from(raw);
        forged[index]! ^= 1 << bit;
        expect(isSignatureOf(forged, signature, SECRET)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['upper-case hex', (signature: string) => `sha256=${signature.slice(7).toUpperCase()}`],
    ['the bare hex', (signature: string) => signature.slice(7)],
    ['nothing', () => ''],
    ['something longer', (signature: string) => `${signature}00`],
  ])('does not verify against %s', (_what, change) => {
    const { raw, signature } = signPayload(UNSIGNED, SECRET);
    expect(isSignatureOf(raw, change(signature), SECRET)).toBe(false);
  });

  it('matches the published example of Standard Webhooks', () => {
    // From the specification of Standard Webhooks.
    const signature = standardSignature(
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330,
      '{"test": 2432232314}',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    );
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});
