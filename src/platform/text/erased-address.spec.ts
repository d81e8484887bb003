import { EMAIL_MAX_LENGTH, normalizedEmail } from './email-address.js';
import { erasedAddress, isErasedAddress, originalDomain } from './erased-address.js';

const NONE: ReadonlySet<string> = new Set();

describe('the address of an erased contact', () => {
  it('says where the mailbox was and not whose', () => {
    const erased = erasedAddress(42, 'Ada.Lovelace@Example.com', NONE);
    expect(erased).toBe('erased-42@example.com.erased.invalid');
    expect(originalDomain(erased)).toBe('example.com');
    expect(normalizedEmail(erased)).toBe(erased);
  });

  it('differs from all others', () => {
    expect(isErasedAddress(erasedAddress(1, 'a@b.example', NONE))).toBe(true);
    expect(isErasedAddress('erased-1@example.com')).toBe(false);
    expect(originalDomain('ada@example.com')).toBe('example.com');
  });

  it('drops the domain of one person alone, at once or later', () => {
    const own = new Set(['lovelace.example']);
    const dropped = erasedAddress(42, 'Ada@Lovelace.example', own);
    expect(dropped).toBe('erased-42@erased.invalid');
    expect(isErasedAddress(dropped)).toBe(true);
    expect(originalDomain(dropped)).toBeNull();
    expect(erasedAddress(42, dropped, NONE)).toBe(dropped);
    expect(erasedAddress(42, erasedAddress(42, 'ada@lovelace.example', NONE), own)).toBe(dropped);
  });

  it('stays what it is when it is made of itself', () => {
    const erased = erasedAddress(42, 'ada@example.com', NONE);
    expect(erasedAddress(42, erased, NONE)).toBe(erased);
  });

  it('is an address too where the domain leaves it little room', () => {
    const domain = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(50)}.example`;
    const erased = erasedAddress(4_294_967_295, `x@${domain}`, NONE);
    expect(erased.length).toBeLessThanOrEqual(EMAIL_MAX_LENGTH);
    expect(normalizedEmail(erased)).toBe(erased);
    expect(originalDomain(erased)).toBe(`${'b'.repeat(60)}.${'c'.repeat(50)}.example`);
  });
});
