import { EncodingDetector, type TextEncoding } from './text-encoding.js';

function watched(bytes: Buffer, piece: number): EncodingDetector {
  const watch = new EncodingDetector();
  for (let at = 0; at < bytes.length; at += piece) watch.push(bytes.subarray(at, at + piece));
  return watch;
}

const valid = (name: string): TextEncoding => ({ name, damaged: false });
const many = 'é€😀'.repeat(50);

const CASES: readonly (readonly [what: string, bytes: Buffer, encoding: TextEncoding | null])[] = [
  ['nothing', Buffer.alloc(0), valid('utf-8')],
  ['plain English', Buffer.from('email\nada@example.com\n'), valid('utf-8')],
  ['letters of two, three and four bytes', Buffer.from(many), valid('utf-8')],
  ['a mark', Buffer.from('\ufeffemail'), valid('utf-8')],
  ['a mark before broken letters', Buffer.from([0xef, 0xbb, 0xbf, 0xe9, 0x2c]), { name: 'utf-8', damaged: true }],
  [
    'a broken letter among many',
    Buffer.concat([Buffer.from(many), Buffer.from([0xe9, 0x2c])]),
    { name: 'utf-8', damaged: true },
  ],
  [
    'a letter that is cut off at the end',
    Buffer.from('é'.repeat(50)).subarray(0, 99),
    { name: 'utf-8', damaged: true },
  ],
  ['Latin-1', Buffer.from('Zoë,Jürgen\n', 'latin1'), valid('windows-1252')],
  ['Latin-1 at the very end', Buffer.from(`${'a'.repeat(9_000)}ë`, 'latin1'), valid('windows-1252')],
  ['two marks of UTF-16', Buffer.from('\ufeffZoë', 'utf16le'), valid('utf-16le')],
  ['UTF-16 the other way round', Buffer.from('email,Zoë', 'utf16le').swap16(), valid('utf-16be')],
  ['bytes that are no text', Buffer.from(Array.from({ length: 500 }, (_, at) => (at * 37) % 256)), null],
];

describe('the encoding of a file', () => {
  it.each(CASES)('is detected for %s, for any chunk size', (_what, bytes, encoding) => {
    for (const piece of [1, 3, 7, 100_000]) expect(watched(bytes, piece).encoding()).toEqual(encoding);
  });

  it('detects known binary signatures', () => {
    expect(watched(Buffer.from('PK\u0003\u0004rest'), 1).nonTextReason).toMatch(/ZIP/);
    expect(watched(Buffer.from('\n <HTML>'), 3).nonTextReason).toMatch(/HTML/);
    expect(watched(Buffer.from('email,PK\u0003\u0004'), 3).nonTextReason).toBeNull();
  });
});
