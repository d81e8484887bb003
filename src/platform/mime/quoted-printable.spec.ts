import fc from 'fast-check';
import { encodeQuotedPrintable } from './quoted-printable.js';

const encoded = (text: string): string => encodeQuotedPrintable(text).toString('latin1');

/** As RFC 2045 section 6.7 reads, and stricter: input that a decoder would have to repair is an error. */
function decoded(encodedText: string): string {
  const bytes = encodedText
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Halves of characters become what UTF-8 has for them. */
const wellFormed = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '\n',
          '\n.\n',
          '.',
          'From ',
          'F',
          ' ',
          '  ',
          '\t',
          '=',
          '=\n',
          '==3D',
          '\0',
          '\u007f',
          'é',
          '漢字',
          '👩‍👩‍👧',
          'a',
        ],
        ...['x'.repeat(80), 'é'.repeat(40), '\u2028', '--=_alternative', '\u00a0'],
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
);

describe('quoted-printable', () => {
  it('decodes to what it was made from', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const lines = text.replace(/\r/g, '');
        expect(decoded(encoded(lines))).toBe(wellFormed(lines.replace(/\n/g, '\r\n')));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is ASCII in lines of at most 76 characters, which nothing on the way has a reason to touch', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const output = encoded(text.replace(/\r/g, ''));
        expect(output).toMatch(/^[\r\n -~]*$/);
        expect(output.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
        for (const line of output.split('\r\n')) {
          expect(line.length).toBeLessThanOrEqual(76);
          expect(line).not.toMatch(/ $| {2}|^\.|^From |=_/);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['', ''],
    ['abc', 'abc'],
    ['a=b', 'a=3Db'],
    ['.', '=2E'],
    ['a.\n..', 'a.\r\n=2E.'],
    ['From here', '=46rom here'],
    ['Fromage', 'Fromage'],
    ['a \nb ', 'a=20\r\nb=20'],
    ['a  b', 'a =20b'],
    ['a   b', 'a =20 b'],
    [' a', ' a'],
    ['\ta', '=09a'],
    ['é', '=C3=A9'],
    ['x'.repeat(75), 'x'.repeat(75)],
    ['x'.repeat(76), `${'x'.repeat(75)}=\r\nx`],
    [`${'x'.repeat(75)}.`, `${'x'.repeat(75)}=\r\n=2E`],
    [`${'x'.repeat(70)}é`, `${'x'.repeat(70)}=\r\n=C3=A9`],
    [`${'x'.repeat(69)}é`, `${'x'.repeat(69)}=C3=A9`],
    [`${'x'.repeat(64)}😀`, `${'x'.repeat(64)}=\r\n=F0=9F=98=80`],
  ])('writes %j as %j', (text, expected) => {
    expect(encoded(text)).toBe(expected);
  });
});
