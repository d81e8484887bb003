import fc from 'fast-check';
import PostalMime from 'postal-mime';
import {
  headerText,
  identifierHeader,
  mailboxHeader,
  type MailHeader,
  textHeader,
  wordsHeader,
} from './mail-headers.js';
import { AddressError, wireAddress } from './wire-address.js';

const written = ({ name, value }: MailHeader): string => `${name}: ${value}`;
const parsed = (header: MailHeader) => PostalMime.parse(`${written(header)}\r\n\r\nbody`);

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        'a',
        'Ärger',
        '漢字',
        '👩‍👩‍👧',
        ' ',
        '  ',
        '=?utf-8?Q?x?=',
        '=?',
        '"',
        '\\',
        '(c)',
        ',',
        '<x@y>',
        ':',
        ';',
        '@',
        '.',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
  fc.integer({ min: 1, max: 1_200 }).map((length) => 'x'.repeat(length)),
);

/** Without halves of characters, and without what would stand for them. */
const wellFormed = (text: string): string =>
  Buffer.from(text, 'utf8')
    .toString('utf8')
    .replace(/\ufffd/g, '');

/** What holds for every header that we write. */
function expectProper(header: MailHeader): void {
  const lines = written(header).split('\r\n');
  expect(written(header)).toMatch(/^[\r\n -~]*$/);
  for (const [index, line] of lines.entries()) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(line.trim()).not.toBe('');
    expect(line.length).toBeLessThanOrEqual(78);
    if (index > 0) expect(line).toMatch(/^ \S/);
    for (const word of line.match(/=\?utf-8\?[QB]\?[^?]*\?=/g) ?? []) {
      expect(word.length).toBeLessThanOrEqual(75);
      // Half a character would be two unreadable ones.
      expect(spelled(word)).not.toContain('\ufffd');
    }
    if (/=\?utf-8\?[QB]\?/.test(line)) expect(line.length).toBeLessThanOrEqual(76);
  }
}

function spelled(word: string): string {
  const [, , letter, text = ''] = word.split('?');
  if (letter === 'B') return Buffer.from(text, 'base64').toString('utf8');
  const bytes = text.replace(/_/g, ' ').replace(/=(..)/g, (_w, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

describe('headers of an email', () => {
  it('reads back every subject as it was', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const subject = wellFormed(text);
        const header = textHeader('Subject', subject);
        expectProper(header);
        expect((await parsed(header)).subject ?? '').toBe(headerText(subject));
      }),
      { numRuns: 400 },
    );
  });

  it('reads back every display name as it was, beside the one address', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const name = wellFormed(text);
        const header = mailboxHeader('From', { name, address: 'news@example.com' });
        expectProper(header);
        expect((await parsed(header)).from).toEqual({ name: headerText(name), address: 'news@example.com' });
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['Hello', 'Hello'],
    ['Größe', '=?utf-8?B?R3LDtsOfZQ==?='],
    ['Schöne Tage', '=?utf-8?Q?Sch=C3=B6ne_Tage?='],
    ['漢字', '=?utf-8?B?5ryi5a2X?='],
    ['two  blanks', '=?utf-8?Q?two__blanks?='],
    ['=?utf-8?Q?x?=', '=?utf-8?B?PT91dGYtOD9RP3g/PQ==?='],
    ['line\r\nBcc: evil@example.com', 'line Bcc: evil@example.com'],
    ['a\u2028b\u2029c\u0085d\u0000e', 'a b c d e'],
  ])('writes the subject %j as %j', (text, value) => {
    expect(textHeader('Subject', text).value).toBe(value);
  });

  it.each([
    ['', 'a@example.com'],
    ['Ann Lee', 'Ann Lee <a@example.com>'],
    ['Lee, Ann', '"Lee, Ann" <a@example.com>'],
    ['A "B" \\', '"A \\"B\\" \\\\" <a@example.com>'],
    ['Zoë', '=?utf-8?Q?Zo=C3=AB?= <a@example.com>'],
    ['a@example.com>, evil@example.com', '"a@example.com>, evil@example.com" <a@example.com>'],
  ])('writes the name %j as %j', (name, value) => {
    expect(mailboxHeader('To', { name, address: 'a@example.com' }).value).toBe(value);
  });

  it('folds between words, never inside', () => {
    const { value } = wordsHeader('X', ['a'.repeat(70), 'b'.repeat(70), 'c']);
    expect(value).toBe(`${'a'.repeat(70)}\r\n ${'b'.repeat(70)} c`);
  });
});

describe('addresses on the wire', () => {
  it.each([
    ['a@example.com', 'a@example.com'],
    ["o'neill+news@mail.example.com", "o'neill+news@mail.example.com"],
    ['a@bücher.example', 'a@xn--bcher-kva.example'],
    ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ])('writes %s as %s', (address, wire) => {
    expect(wireAddress(address)).toBe(wire);
  });

  it('writes an identifier behind any name, as one header', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const lines = written(identifierHeader('List-Id', name, 'l1.example.com')).split('\r\n');
        expect(lines.slice(1).every((line) => line.startsWith(' '))).toBe(true);
        expect(lines.join('')).toMatch(/^List-Id:[ -~]* <l1\.example\.com>$/);
      }),
    );
    expect(written(identifierHeader('List-Id', 'a\r\nBcc: x@y', 'c.example.com'))).toBe(
      'List-Id: "a Bcc: x@y" <c.example.com>',
    );
    expect(written(identifierHeader('List-Id', '', 'c.example.com'))).toBe('List-Id: <c.example.com>');
  });

  it('says when an address would need more than mail servers have to offer', () => {
    expect(() => wireAddress('élodie@example.com')).toThrow(new AddressError('address needs SMTPUTF8'));
  });

  it.each([
    'a@x, b@y',
    '"a@x b@x"@y.example',
    'a@x.example>\r\nRCPT TO:<evil@x.example',
    `${'a'.repeat(65)}@x.example`,
    'a@x.example\0',
    'a b@x.example',
    'a@',
    '@x.example',
    '',
    'a@[127.0.0.1]',
    'a@x..example',
    'a..b@x.example',
    '<a@x.example>',
    `a@${'x.'.repeat(130)}example`,
  ])('refuses %j', (address) => {
    expect(() => wireAddress(address)).toThrow(AddressError);
  });
});
