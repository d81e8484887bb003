import { splitNames } from './label-directory.js';

const KNOWN = new Set(['a', 'b, c', 'b', 'x;y, z']);

describe('the names in a cell', () => {
  it.each([
    ['a', ['a']],
    [' a , b ;a ', ['a', 'b', 'a']],
    ['b, c, a', ['b, c', 'a']],
    ['a;x;y, z', ['a', 'x;y, z']],
    ['new, other', ['new', 'other']],
    [',;, ', []],
    ['', []],
  ])('%j are %j', (cell, names) => {
    expect(splitNames(cell, (name) => KNOWN.has(name))).toEqual(names);
  });

  it('are all returned, however many there are', () => {
    const many = Array.from({ length: 900 }, (_, number) => `n${number}`);
    expect(splitNames(many.join(','), () => false)).toEqual(many);
  });

  it('are never dropped: the rest of a long cell is one unknown name', () => {
    const names = splitNames('x,'.repeat(2_000) + 'y', () => false);
    expect(names.at(-1)).toMatch(/^x,.*,y$/);
    expect(names.join(',')).toBe('x,'.repeat(2_000) + 'y');
  });

  it('are found in linear time in a huge cell', () => {
    let asked = 0;
    splitNames('x,'.repeat(50_000), () => {
      asked += 1;
      return false;
    });
    expect(asked).toBeLessThan(100_000);
  });
});
