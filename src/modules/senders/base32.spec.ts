import { randomBytes } from 'node:crypto';
import { fromBase32, toBase32 } from './base32.js';

describe('base32', () => {
  it.each([
    ['', ''],
    ['f', 'my'],
    ['fo', 'mzxq'],
    ['foo', 'mzxw6'],
    ['foob', 'mzxw6yq'],
    ['fooba', 'mzxw6ytb'],
    ['foobar', 'mzxw6ytboi'],
  ])('encodes %j as in RFC 4648', (text, encoded) => {
    expect(toBase32(Buffer.from(text))).toBe(encoded);
    expect(fromBase32(encoded.toUpperCase())).toEqual(Buffer.from(text));
  });

  it('decodes encoded bytes of any length', () => {
    for (let length = 0; length < 64; length += 1) {
      const bytes = randomBytes(length);
      expect(fromBase32(toBase32(bytes))).toEqual(bytes);
    }
  });

  it.each(['m', 'mz', 'my======', 'm1', 'mzxw 6', 'mzé'])('refuses %j', (text) => {
    expect(fromBase32(text)).toBeNull();
  });
});
