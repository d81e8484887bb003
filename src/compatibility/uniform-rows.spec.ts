import { uniformLists, uniformRows } from './dialect.interceptor.js';

describe('rows of a list', () => {
  it('get missing members as null', () => {
    expect(uniformRows([{ a: 1 }, { a: 2, b: 'x' }, { c: null }])).toEqual([
      { a: 1, b: null, c: null },
      { a: 2, b: 'x', c: null },
      { c: null, a: null, b: null },
    ]);
  });

  it('do not get missing arrays or objects', () => {
    const rows = [{ type: 'text' }, { type: 'radio', options: ['a'], children: {} }];
    expect(uniformRows(rows)).toEqual(rows);
  });

  it('are unchanged if they are alike or not rows', () => {
    for (const rows of [[{ a: 1 }, { a: 2 }], [1, 'x'], [], [{ a: 1 }, 2]]) expect(uniformRows(rows)).toEqual(rows);
  });

  it('are found in arrays and in pages', () => {
    const rows = [{ a: 1 }, { b: 2 }];
    const uniform = [
      { a: 1, b: null },
      { b: 2, a: null },
    ];
    expect(uniformLists({ lists: rows, campaigns: { total: 2, data: rows }, data: rows, meta: { at: 'x' } })).toEqual({
      lists: uniform,
      campaigns: { total: 2, data: uniform },
      data: uniform,
      meta: { at: 'x' },
    });
  });
});
