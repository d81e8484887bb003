import { processorMs } from '../../../../test/support/processor-time.js';
import { CsvReader, type CsvRecord, UnreadableRow } from './csv-reader.js';

function read(text: string, { delimiter = ',', piece = text.length, longest = 1_000_000 } = {}): CsvRecord[] {
  const reader = new CsvReader(delimiter, longest);
  const records: CsvRecord[] = [];
  const drain = (): void => {
    for (let record = reader.next(); record !== null; record = reader.next()) records.push(record);
  };
  for (let at = 0; at < text.length; at += Math.max(1, piece)) {
    reader.push(text.slice(at, at + Math.max(1, piece)));
    drain();
  }
  reader.end();
  drain();
  return records;
}

const lost = (reason: string, text: string): CsvRecord => new UnreadableRow(reason, text);
const UNCLOSED = 'contains an unclosed quote';

const CASES: readonly (readonly [what: string, text: string, records: readonly CsvRecord[]])[] = [
  ['nothing', '', []],
  ['one line without an end', 'a,b', [['a', 'b']]],
  [
    'LF',
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'CRLF',
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'CR',
    'a,b\rc,d\r',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['mixed ends of lines', 'a\r\nb\nc\rd', [['a'], ['b'], ['c'], ['d']]],
  ['blank lines', '\n\na\n  \n,,\n ;\n\nb\n\n', [['a'], [' ;'], ['b']]],
  [
    'empty cells',
    ',a,\n,,b',
    [
      ['', 'a', ''],
      ['', '', 'b'],
    ],
  ],
  ['quotes', '"a","b"\n', [['a', 'b']]],
  [
    'an empty quoted cell',
    '"",x\nx,""\n',
    [
      ['', 'x'],
      ['x', ''],
    ],
  ],
  ['a quoted cell at the very end', 'x,""', [['x', '']]],
  ['a delimiter at the very end, behind quotes', '"x",', [['x', '']]],
  ['doubled quotes', '"say ""hi""",""""\n', [['say "hi"', '"']]],
  ['quoted separators', '"a,b",c', [['a,b', 'c']]],
  [
    'quoted ends of lines',
    '"a\nb",c\r\n"d\r\ne\rf",g\n',
    [
      ['a\nb', 'c'],
      ['d\r\ne\rf', 'g'],
    ],
  ],
  ['blanks around quotes', 'x, "a,b" ,c\n', [['x', 'a,b', 'c']]],
  ['quotes inside a cell', '5" tube,a "b" c\n', [['5" tube', 'a "b" c']]],
  ['quotes inside a quoted cell', '"5" tube",7\n', [['5" tube', '7']]],
  ['ragged rows', 'a,b\nc\nd,e,f\n', [['a', 'b'], ['c'], ['d', 'e', 'f']]],
  ['a quote that is never closed', 'a,"b\nc,d\ne,f\n', [lost(UNCLOSED, 'a,"b'), ['c', 'd'], ['e', 'f']]],
  ['one before others that are', 'a,"b\nc,"d"\n"e",f\n', [lost(UNCLOSED, 'a,"b'), ['c', 'd'], ['e', 'f']]],
  ['one in the last line', 'a\n"b', [['a'], lost(UNCLOSED, '"b')]],
  ['two of them', '"a\nb\n"c\nd', [lost(UNCLOSED, '"a'), ['b'], lost(UNCLOSED, '"c'), ['d']]],
  ['emoji and accents', '"Zoë",👩‍💻\n', [['Zoë', '👩‍💻']]],
];

describe('CsvReader', () => {
  it.each(CASES)('reads %s', (_what, text, records) => {
    expect(read(text)).toEqual(records);
  });

  it.each(CASES)('reads %s independently of chunk boundaries', (_what, text, records) => {
    for (const piece of [1, 2, 3, 5]) expect(read(text, { piece })).toEqual(records);
  });

  it.each([';', '\t', '|'])('separates by %j', (delimiter) => {
    expect(read(`a,b${delimiter}"c${delimiter}d"\n`, { delimiter })).toEqual([['a,b', `c${delimiter}d`]]);
  });

  it('rejects one row for a line that is too long', () => {
    for (const piece of [7, 64, 10_000]) {
      const records = read(`a\n${'x'.repeat(500)}\nb\n"${'y'.repeat(500)}"\nc`, { piece, longest: 100 });
      expect(records.map((record) => (record instanceof UnreadableRow ? 'lost' : record[0]))).toEqual([
        'a',
        'lost',
        'b',
        'lost',
        'c',
      ]);
    }
  });

  it('rejects one row for a long quoted cell of many lines, and reads its other lines', () => {
    const records = read(`"a\n${'bbbbbbbbb\n'.repeat(20)}`, { longest: 50 });
    expect(records).toHaveLength(21);
    expect(records[0]).toEqual(lost(UNCLOSED, '"a'));
    expect(records[20]).toEqual(['bbbbbbbbb']);
  });

  it('bounds the search for closing quotes', async () => {
    const ms = await processorMs(() => {
      const records = read('""a\n'.repeat(40_000), { longest: 10_000, piece: 4_096 });
      expect(records.length).toBeGreaterThan(30_000);
    });
    // Quadratic time would take minutes.
    expect(ms).toBeLessThan(100);
  });
});
