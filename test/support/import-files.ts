/** The expected result of a file: counts of its rows, or the refusal of the whole file. */
export type ExpectedResult =
  | { readonly created?: number; readonly updated?: number; readonly skipped?: number; readonly invalid?: number }
  | { readonly refused: RegExp };

export interface UnusualFile {
  readonly what: string;
  /** Generates the file with unique addresses: `own` precedes each `@`. */
  readonly content: (own: string) => Buffer;
  readonly expected: ExpectedResult;
  readonly options?: Readonly<Record<string, string>>;
  /** The expected names of the contacts by address; every value of the file must be preserved. */
  readonly names?: Readonly<Record<string, string | null>>;
  /** The message for a refused row. */
  readonly reason?: RegExp;
}

const MEGABYTE = 1024 * 1024;
const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const joined = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

/** Files as users really send them. In the names of contacts, `%` stands for the unique part of the addresses. */
export const UNUSUAL_FILES: readonly UnusualFile[] = [
  ...(
    [
      ['UTF-8', (own: string) => Buffer.from(`email,first_name\n${own}@example.com,Zoë 👩‍💻\n`), 'Zoë 👩‍💻'],
      ['UTF-8 with BOM', (own: string) => Buffer.from(`\ufeffemail,first_name\n${own}@example.com,Zoë\n`), 'Zoë'],
      [
        'UTF-16 little-endian with BOM',
        (own: string) => Buffer.from(`\ufeffemail,first_name\n${own}@example.com,Zoë Łu\n`, 'utf16le'),
        'Zoë Łu',
      ],
      [
        'UTF-16 big-endian with BOM',
        (own: string) => swapped(`\ufeffemail,first_name\n${own}@example.com,Zoë Łu\n`),
        'Zoë Łu',
      ],
      [
        'UTF-16 little-endian without BOM',
        (own: string) => Buffer.from(`email,first_name\n${own}@example.com,Zoë Łu\n`, 'utf16le'),
        'Zoë Łu',
      ],
      [
        'UTF-16 big-endian without BOM',
        (own: string) => swapped(`email,first_name\n${own}@example.com,Zoë Łu\n`),
        'Zoë Łu',
      ],
      [
        'Latin-1',
        (own: string) => Buffer.from(`email,first_name\n${own}@example.com,Zoë Jürgenßen\n`, 'latin1'),
        'Zoë Jürgenßen',
      ],
      [
        'Windows-1252',
        (own: string) => joined(`email,first_name\n${own}@example.com,`, Buffer.from([0x80, 0x93, 0x8a, 0x94]), '\n'),
        '€“Š”',
      ],
    ] as const
  ).map(([what, content, name]) => ({ what, content, expected: { created: 1 }, names: { '%@example.com': name } })),
  {
    what: 'an accent after a thousand ASCII rows',
    content: (own) =>
      joined(
        'email,first_name\n',
        Array.from({ length: 1_000 }, (_, row) => `${own}-${row}@example.com,Ann\n`).join(''),
        Buffer.from(`${own}@example.com,Zoë\n`, 'latin1'),
      ),
    expected: { created: 1_001 },
    names: { '%@example.com': 'Zoë' },
  },
  {
    what: 'one invalid byte in valid text',
    content: (own) =>
      joined(
        `email,first_name\n${own}-1@example.com,${'é'.repeat(100)}\n${own}-2@example.com,Zo`,
        Buffer.from([0xff]),
        '\n',
      ),
    options: { on_bad_cell: 'skip_row' },
    expected: { created: 1, invalid: 1 },
    names: { '%-1@example.com': 'é'.repeat(100) },
    reason: /first_name contains characters that are invalid in the encoding/,
  },
  {
    what: 'another encoding, by its name',
    content: (own) => joined(`email,first_name\n${own}@example.com,`, Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '\n'),
    options: { encoding: 'shift_jis' },
    expected: { created: 1 },
    names: { '%@example.com': '日本' },
  },
  ...([',', ';', '\t', '|'] as const).map((delimiter) => ({
    what: `cells separated by ${JSON.stringify(delimiter)}`,
    content: (own: string) =>
      Buffer.from(
        ['first_name', 'email', 'city'].join(delimiter) +
          '\n' +
          ['Ada', `${own}@example.com`, 'London'].join(delimiter) +
          '\n',
      ),
    expected: { created: 1 },
    names: { '%@example.com': 'Ada' },
  })),
  {
    what: 'the line that names the separator for Excel',
    content: (own) => Buffer.from(`sep=;\r\nemail;first_name\r\n${own}@example.com;Ada, the first\r\n`),
    expected: { created: 1 },
    names: { '%@example.com': 'Ada, the first' },
  },
  {
    what: 'a separator that is given',
    content: (own) => Buffer.from(`email;email|first_name\n${own}@example.com|Ada\n`),
    options: { delimiter: 'pipe', map: '{"email;email":"email","first_name":"first_name"}' },
    expected: { created: 1 },
    names: { '%@example.com': 'Ada' },
  },
  {
    what: 'quotes of all kinds',
    content: (own) =>
      Buffer.from(
        `email,first_name\n"${own}-1@example.com","Ada ""the"" first"\n${own}-2@example.com, "a, b" \n${own}-3@example.com,5" tube\n${own}-4@example.com,"5" tube"\n`,
      ),
    expected: { created: 4 },
    names: {
      '%-1@example.com': 'Ada "the" first',
      '%-2@example.com': 'a, b',
      '%-3@example.com': '5" tube',
      '%-4@example.com': '5" tube',
    },
  },
  {
    what: 'line ends in quotes',
    content: (own) => Buffer.from(`email,first_name\r\n${own}@example.com,"Ada\r\nLovelace"\r\n`),
    expected: { created: 1 },
    names: { '%@example.com': 'Ada Lovelace' },
  },
  {
    what: 'an unclosed quote',
    content: (own) =>
      Buffer.from(
        `email,first_name\n${own}-1@example.com,"Ada\n${own}-2@example.com,Bob\n${own}-3@example.com,"Cleo"\n`,
      ),
    expected: { created: 2, invalid: 1 },
    names: { '%-2@example.com': 'Bob', '%-3@example.com': 'Cleo' },
    reason: /contains an unclosed quote/,
  },
  {
    what: 'lines that end with a carriage return',
    content: (own) => Buffer.from(`email,first_name\r${own}-1@example.com,Ada\r${own}-2@example.com,Bob\r`),
    expected: { created: 2 },
    names: { '%-2@example.com': 'Bob' },
  },
  {
    what: 'blank lines, and lines of separators only',
    content: (own) =>
      Buffer.from(`\n\n  \nemail,first_name\n\n${own}-1@example.com,Ada\n,,,\n \n${own}-2@example.com,Bob\n\n\n`),
    expected: { created: 2 },
  },
  {
    what: 'no line end at the end',
    content: (own) => Buffer.from(`email,first_name\n${own}@example.com,Ada`),
    expected: { created: 1 },
    names: { '%@example.com': 'Ada' },
  },
  {
    what: 'rows with too few cells',
    content: (own) => Buffer.from(`first_name,email,city\nAda,${own}-1@example.com\nBob\n`),
    expected: { created: 1, invalid: 1 },
    reason: /email is required/,
  },
  {
    what: 'rows with too many cells',
    content: (own) => Buffer.from(`email,first_name\n${own}-1@example.com,Ada,,\n${own}-2@example.com,Bob,more\n`),
    expected: { created: 1, invalid: 1 },
    reason: /row has 3 cells, the header has 2/,
  },
  {
    what: 'a repeated address',
    content: (own) =>
      Buffer.from(`email,first_name\n${own}@example.com,Ada\n${own}@EXAMPLE.com,Bob\n  ${own}@example.com ,Cleo\n`),
    expected: { created: 1, skipped: 2 },
    names: { '%@example.com': 'Ada' },
  },
  {
    what: 'a repeated address, to be updated',
    content: (own) =>
      Buffer.from(`email,first_name\n${own}@example.com,Ada\n${own}@example.com,Bob\n${own}@example.com,Bob\n`),
    options: { update: 'yes' },
    expected: { created: 1, updated: 1, skipped: 1 },
    names: { '%@example.com': 'Bob' },
  },
  {
    what: 'formulas, escaped as in our own exports',
    content: (own) =>
      Buffer.from(`email,first_name,last_name\n${own}-1@example.com,'=1+1,'+49\n${own}-2@example.com,=1+1,'Ada\n`),
    expected: { created: 2 },
    names: { '%-1@example.com': '=1+1', '%-2@example.com': '=1+1' },
  },
  {
    what: 'columns with the same name',
    content: (own) => Buffer.from(`email,first_name,first_name,Email\n${own}@example.com,Ada,Bob,other@example.com\n`),
    expected: { created: 1 },
    names: { '%@example.com': 'Ada' },
  },
  {
    what: 'columns without a name',
    content: (own) => Buffer.from(`,email,,first_name,\n0,${own}@example.com,x,Ada,\n`),
    expected: { created: 1 },
    names: { '%@example.com': 'Ada' },
  },
  {
    what: 'five hundred columns',
    content: (own) =>
      Buffer.from(
        `${Array.from({ length: 499 }, (_, column) => `c${column}`).join(',')},email\n${'x,'.repeat(499)}${own}@example.com\n`,
      ),
    expected: { created: 1 },
  },
  {
    what: 'column names in upper case and with spaces',
    content: (own) => Buffer.from(` E-MAIL Address ;FIRST NAME\n${own}@example.com;Ada\n`),
    expected: { created: 1 },
    names: { '%@example.com': 'Ada' },
  },
  {
    what: 'only addresses',
    content: (own) => Buffer.from(`email\n${own}-1@example.com\nnobody\n${own}-2@example.com\n`),
    expected: { created: 2, invalid: 1 },
    reason: /email must be one email address/,
  },
  {
    what: 'a cell of ten megabytes in an ignored column',
    content: (own) =>
      joined(
        `email,remark,first_name\n${own}-1@example.com,`,
        Buffer.alloc(10 * MEGABYTE, 'x'),
        `,Ada\n${own}-2@example.com,y,Bob\n`,
      ),
    expected: { created: 2 },
    names: { '%-1@example.com': 'Ada', '%-2@example.com': 'Bob' },
  },
  {
    what: 'a cell of ten megabytes in a name column',
    content: (own) =>
      joined(
        `email,first_name\n${own}-1@example.com,"`,
        Buffer.alloc(10 * MEGABYTE, 'x\n'),
        `"\n${own}-2@example.com,Bob\n`,
      ),
    options: { on_bad_cell: 'skip_row' },
    expected: { created: 1, invalid: 1 },
    reason: /first_name is longer than 100000 characters/,
  },
  {
    what: 'a line of seventeen megabytes',
    content: (own) =>
      joined(
        `email,first_name\n${own}-1@example.com,`,
        Buffer.alloc(17 * MEGABYTE, 'x'),
        `\n${own}-2@example.com,Bob\n`,
      ),
    expected: { created: 1, invalid: 1 },
    names: { '%-2@example.com': 'Bob' },
    reason: /row is longer than 16 MiB/,
  },
  {
    what: 'zero bytes',
    content: (own) =>
      Buffer.from(`email,first_name\n${own}-1@example.com,A\u0000da\n${own}-2@example.com,Bob\n${'\u0000'.repeat(3)}`),
    expected: { created: 2, invalid: 1 },
    names: { '%-1@example.com': null, '%-2@example.com': 'Bob' },
    reason: /contains characters that are invalid in the encoding/,
  },
  { what: 'only a header', content: () => Buffer.from('email,first_name\n'), expected: {} },
  { what: 'only a header, without a line end', content: () => Buffer.from('email,first_name'), expected: {} },
  { what: 'nothing', content: () => Buffer.alloc(0), expected: { refused: /^is empty$/ } },
  { what: 'blanks', content: () => Buffer.from(' \n\r\n\t\n'), expected: { refused: /only blank lines/ } },
  {
    what: 'a ZIP archive',
    content: () => joined('PK\u0003\u0004', Buffer.alloc(500, 7)),
    expected: { refused: /ZIP archive or an Excel/ },
  },
  {
    what: 'an old Excel workbook',
    content: () => joined(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(500)),
    expected: { refused: /old Excel/ },
  },
  {
    what: 'a compressed CSV file',
    content: () => joined(Buffer.from([0x1f, 0x8b, 8]), Buffer.alloc(99, 3)),
    expected: { refused: /gzip/ },
  },
  { what: 'a PDF', content: () => Buffer.from('%PDF-1.7\nemail,\n'), expected: { refused: /PDF/ } },
  {
    what: 'an image',
    content: () => joined(Buffer.from([0x89]), 'PNG\r\n', Buffer.alloc(99)),
    expected: { refused: /picture/ },
  },
  {
    what: 'an HTML page',
    content: () => Buffer.from('\n<!DOCTYPE html><html>email</html>'),
    expected: { refused: /HTML/ },
  },
  {
    what: 'noise',
    content: () => Buffer.from(Array.from({ length: 9_000 }, (_, at) => (at * 7_919 + ((at * at) % 251)) % 256)),
    expected: { refused: /is not text/ },
  },
  {
    what: 'no header',
    content: (own) => Buffer.from(`${own}@example.com,Ada\n`),
    expected: { refused: /first line must contain the column names$/ },
  },
  {
    what: 'no address column',
    content: () => Buffer.from('name,city\nAda,London\n'),
    expected: { refused: /found: name, city/ },
  },
  {
    what: 'an unclosed quote in the header',
    content: () => Buffer.from('"email,name\nx,y\n'),
    expected: { refused: /unreadable first line/ },
  },
  {
    what: 'too many columns',
    content: () => Buffer.from(`email${',x'.repeat(2_000)}\n`),
    expected: { refused: /more than 2000 columns/ },
  },
];
