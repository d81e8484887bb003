import type { AppConfig } from '../config/config.js';
import { Keys } from './keys.js';

const keysOf = (current: string, ...previous: string[]): Keys =>
  new Keys({ secrets: { current, previous } } as unknown as AppConfig);

describe('keys', () => {
  it('differ by purpose, so that one use reveals nothing about another', () => {
    const keys = keysOf('secret');
    expect(keys.hmac('public-links', 'x')).not.toEqual(keys.hmac('suppression', 'x'));
    expect(keys.hmac('public-links', 'x')).toEqual(keysOf('secret').hmac('public-links', 'x'));
  });

  it('verify what they signed, whole or shortened to 128 bits, and nothing else', () => {
    const keys = keysOf('secret');
    const signature = keys.hmac('public-links', 'message');
    expect(keys.verifyHmac('public-links', 'message', signature)).toBe(true);
    expect(keys.verifyHmac('public-links', 'message', signature.subarray(0, 16))).toBe(true);
    expect(keys.verifyHmac('public-links', 'massage', signature)).toBe(false);
    expect(keys.verifyHmac('suppression', 'message', signature)).toBe(false);
    expect(keys.verifyHmac('public-links', 'message', Buffer.concat([signature, Buffer.from([0])]))).toBe(false);
    const changed = Buffer.from(signature);
    changed[31] = (changed[31] ?? 0) ^ 1;
    expect(keys.verifyHmac('public-links', 'message', changed)).toBe(false);
  });

  it.each([0, 1, 8, 15])('never take %d bytes for a signature, however right they are', (length) => {
    const keys = keysOf('secret');
    const short = keys.hmac('public-links', 'message').subarray(0, length);
    expect(keys.verifyHmac('public-links', 'message', short)).toBe(false);
  });

  it('T43 outlive a rotation: the old secret still verifies and opens, the new one signs', () => {
    const before = keysOf('old');
    const after = keysOf('new', 'older', 'old');
    const sealed = before.encrypt('webhook-secrets', 'whsec', 'webhook:7');
    expect(after.verifyHmac('public-links', 'x', before.hmac('public-links', 'x'))).toBe(true);
    expect(after.decrypt('webhook-secrets', sealed, 'webhook:7')).toBe('whsec');
    expect(after.hmac('public-links', 'x')).toEqual(keysOf('new').hmac('public-links', 'x'));
    expect(() => keysOf('new').decrypt('webhook-secrets', sealed, 'webhook:7')).toThrow('APP_SECRET_PREVIOUS');
  });
});

describe('a sealed text', () => {
  const keys = keysOf('secret');
  const sealed = keys.encrypt('webhook-secrets', 'whsec_ä', 'webhook:7');

  it('opens where it was sealed, and looks different every time', () => {
    expect(keys.decrypt('webhook-secrets', sealed, 'webhook:7')).toBe('whsec_ä');
    expect(keys.encrypt('webhook-secrets', 'whsec_ä', 'webhook:7')).not.toBe(sealed);
    expect(sealed).not.toContain('whsec');
  });

  it('T43 does not open in another row, nor for another purpose', () => {
    expect(() => keys.decrypt('webhook-secrets', sealed, 'webhook:8')).toThrow();
    expect(() => keys.decrypt('sender-passwords', sealed, 'webhook:7')).toThrow();
  });

  it('T43 does not open when a bit of it changed, or when it was cut', () => {
    const [id = '', body = ''] = sealed.split('.');
    const bytes = Buffer.from(body, 'base64');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => keys.decrypt('webhook-secrets', `${id}.${changed.toString('base64')}`, 'webhook:7')).toThrow();
      const cut = bytes.subarray(0, index).toString('base64');
      expect(() => keys.decrypt('webhook-secrets', `${id}.${cut}`, 'webhook:7')).toThrow();
    }
  });
});
