import { csv } from './csv.js';
import { json, ndjson } from './json.js';
import { encoded, oneAhead, type Row, type Table } from './table.js';

function table(name: string, columns: string[], batches: Row[][], single = false): Table {
  async function* rows(): AsyncGenerator<readonly Row[]> {
    for (const batch of batches) yield await Promise.resolve(batch);
  }
  return { name, columns, batches: rows(), single };
}

async function written(texts: AsyncIterable<Iterable<string>>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of encoded(texts)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

describe('csv', () => {
  it('has a byte order mark, CRLF, and quotes where they are needed', async () => {
    const rows: Row[] = [[1, 'a,b', 'say "hi"', null, 'two\nlines', ['x', 'y'], true, -5, '-5']];
    const columns = ['id', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    expect(await written(csv([table('t', columns, [rows])]))).toBe(
      '\ufeffid,b,c,d,e,f,g,h,i\r\n1,"a,b","say ""hi""",,"two\nlines","x, y",true,-5,\'-5\r\n',
    );
  });

  it('puts several tables into sections', async () => {
    const text = await written(csv([table('one', ['a'], [[[1]], [[2]]]), table('two', ['b'], [])]));
    expect(text).toBe('\ufeff# one\r\na\r\n1\r\n2\r\n\r\n# two\r\nb\r\n');
  });
});

describe('json', () => {
  it('is an object with a list, or one object, for each table', async () => {
    const text = await written(
      json([
        table('basic', ['sent'], [[[3]]], true),
        table('none', ['a'], [[]]),
        table(
          'rows',
          ['a', 'b'],
          [
            [
              [1, '=1'],
              [2, null],
            ],
            [],
            [[3, ['x']]],
          ],
        ),
      ]),
    );
    expect(JSON.parse(text)).toEqual({
      basic: { sent: 3 },
      none: [],
      rows: [
        { a: 1, b: '=1' },
        { a: 2, b: null },
        { a: 3, b: ['x'] },
      ],
    });
  });

  it('takes any name of a column for a name', async () => {
    const text = await written(ndjson([table('t', ['__proto__', 'a'], [[['x', 1]], [['y', 2]]])]));
    expect(text).toBe('{"__proto__":"x","a":1}\n{"__proto__":"y","a":2}\n');
  });
});

describe('encoded', () => {
  it('loses nothing between its pieces, whatever their size', async () => {
    const texts = Array.from({ length: 500 }, (_, index) => `${'ä€😀'.repeat(index * 7)}|`);
    texts.push('😀'.repeat(60_000));
    async function* batches(): AsyncGenerator<readonly string[]> {
      for (let start = 0; start < texts.length; start += 37)
        yield await Promise.resolve(texts.slice(start, start + 37));
    }
    expect(await written(batches())).toBe(texts.join(''));
  });
});

describe('oneAhead', () => {
  it('asks for the next while the present one is used, and for no more', async () => {
    const asked: number[] = [];
    async function* source(): AsyncGenerator<number> {
      for (let number = 1; ; number += 1) {
        asked.push(number);
        yield await Promise.resolve(number);
      }
    }
    for await (const number of oneAhead(source())) {
      await new Promise(setImmediate);
      expect(asked).toHaveLength(number + 1);
      if (number === 3) break;
    }
    expect(asked).toEqual([1, 2, 3, 4]);
  });

  it('closes its source and passes failures on in their turn', async () => {
    let closed = false;
    async function* source(): AsyncGenerator<number> {
      try {
        yield await Promise.resolve(1);
        throw new Error('gone');
      } finally {
        closed = true;
      }
    }
    const seen: number[] = [];
    await expect(
      (async () => {
        for await (const number of oneAhead(source())) {
          await new Promise(setImmediate);
          seen.push(number);
        }
      })(),
    ).rejects.toThrow('gone');
    expect(seen).toEqual([1]);
    expect(closed).toBe(true);
  });
});
