import { bindNamed } from './named-parameters.js';

describe('named parameters', () => {
  it('become positions in the order of their use, however often a name occurs', () => {
    expect(bindNamed('SELECT :b, :a, :b', { a: 1, b: 'two' })).toEqual(['SELECT ?, ?, ?', ['two', 1, 'two']]);
  });

  it('ignores names that the text does not use', () => {
    expect(bindNamed('SELECT 1', { a: 1 })).toEqual(['SELECT 1', []]);
  });

  it.each([
    ["a string, even with quotes inside: 'it''s :no \\' :no'", "it''s :no \\' :no"],
    ['a quoted name', '`:no`'],
    ['text in double quotes', '":no"'],
    ['a block comment', '/* :no */'],
    ['a time', "'12:30:00'"],
    ['an assignment', '@a := 1'],
  ])('finds none in %s', (_where, sql) => {
    const text = sql.startsWith("it''s") ? `SELECT '${sql}', :yes` : `SELECT ${sql}, :yes`;
    expect(bindNamed(text, { yes: 1 })).toEqual([text.replace(':yes', '?'), [1]]);
  });

  it('drops line comments: an apostrophe or a question mark in one would mislead the driver', () => {
    expect(bindNamed("SELECT 1 -- what's :this?\n, :a # and ':that?\n, 2", { a: 1 })).toEqual([
      'SELECT 1 \n, ? \n, 2',
      [1],
    ]);
  });

  it('leaves two minus signs alone that begin no comment', () => {
    expect(bindNamed('SELECT 5--:a, :b', { a: 1, b: 2 })).toEqual(['SELECT 5--?, ?', [1, 2]]);
  });

  it('refuses a parameter that is missing: it would silently become NULL', () => {
    expect(() => bindNamed('SELECT :a', {})).toThrow('SQL parameter :a is missing');
    expect(() => bindNamed('SELECT :a')).toThrow('SQL parameter :a is missing');
    expect(() => bindNamed('SELECT :constructor', {})).toThrow('SQL parameter :constructor is missing');
  });

  it('refuses an empty list, because IN () is no SQL; null is a value', () => {
    expect(() => bindNamed('SELECT 1 IN (:ids)', { ids: [] })).toThrow('SQL parameter :ids is an empty list');
    expect(bindNamed('SELECT :a', { a: null })).toEqual(['SELECT ?', [null]]);
  });
});
