import { levelAnswer, levelRows } from './level-rows.js';

describe('rows of a list', () => {
  it('get what others have, as null', () => {
    expect(levelRows([{ a: 1 }, { a: 2, b: 'x' }, { c: null }])).toEqual([
      { a: 1, b: null, c: null },
      { a: 2, b: 'x', c: null },
      { c: null, a: null, b: null },
    ]);
  });

  it('do not get arrays or objects that others have', () => {
    const rows = [{ type: 'text' }, { type: 'radio', options: ['a'], children: {} }];
    expect(levelRows(rows)).toEqual(rows);
  });

  it('stay as they are where they are alike, or no rows', () => {
    for (const rows of [[{ a: 1 }, { a: 2 }], [1, 'x'], [], [{ a: 1 }, 2]]) expect(levelRows(rows)).toEqual(rows);
  });

  it('are found in arrays and in pages', () => {
    const rows = [{ a: 1 }, { b: 2 }];
    const level = [
      { a: 1, b: null },
      { b: 2, a: null },
    ];
    expect(levelAnswer({ lists: rows, campaigns: { total: 2, data: rows }, data: rows, meta: { at: 'x' } })).toEqual({
      lists: level,
      campaigns: { total: 2, data: level },
      data: level,
      meta: { at: 'x' },
    });
  });
});
