import { AppError } from '../errors/app-error.js';
import { membersOf, parseJson } from './json-body.js';

const parse = (text: string): unknown => parseJson(Buffer.from(text));
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('the depth of JSON', () => {
  it('counts arrays and objects together', () => {
    expect(() => parse(`${'[{"a":'.repeat(16)}1${'}]'.repeat(16)}`)).not.toThrow();
    expect(() => parse(`${'[{"a":'.repeat(16)}[]${'}]'.repeat(16)}`)).toThrow(AppError);
  });

  it('does not count siblings', () => {
    expect(() => parse(`[${'[],'.repeat(1_000)}[]]`)).not.toThrow();
  });

  it('does not count brackets inside text, quoted quotes included', () => {
    const brackets = '['.repeat(40);
    expect(() => parse(`["${brackets}", "\\"${brackets}", "\\\\"]`)).not.toThrow();
    expect(() => parse(`["\\\\", ${nested(32)}]`)).toThrow(AppError);
  });

  it.each([33, 10_000, 1_000_000])('T19 refuses %d levels', (depth) => {
    expect(() => parse(nested(depth))).toThrow(
      new AppError('rest_invalid_json', 'Invalid JSON body: nested deeper than 32 levels.'),
    );
  });

  it('takes 32 levels', () => {
    expect(() => parse(nested(32))).not.toThrow();
  });
});

describe('reading JSON', () => {
  it.each(['', '{"a":', "{'a':1}", 'undefined', '{"a":1}}'])('refuses %j', (text) => {
    expect(() => parse(text)).toThrow(AppError);
  });

  it.each([
    '{"__proto__":{"isAdmin":true},"a":1}',
    '{"\\u005f_proto__":{"isAdmin":true},"a":1}',
    '{"constructor":{"prototype":{"isAdmin":true}},"a":1}',
    '{"const\\u0072uctor":{"prototype":{"isAdmin":true}},"a":1}',
    '{"prototype":{"isAdmin":true},"a":1}',
  ])('T18 drops keys that reach a prototype: %s', (text) => {
    const body = parse(text) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(['a']);
    expect(Object.assign({}, body)).not.toHaveProperty('isAdmin');
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  it('replaces halves of surrogate pairs wherever a text stands, and leaves whole ones', () => {
    expect(parse('{"a":"x\\ud800","b":["\\udc00",{"c":"\\ud83d\\ude00"}]}')).toEqual({
      a: 'x\ufffd',
      b: ['\ufffd', { c: '\u{1f600}' }],
    });
  });

  it('keeps such words where they are values', () => {
    expect(parse('{"a":"__proto__","b":["constructor"]}')).toEqual({ a: '__proto__', b: ['constructor'] });
  });
});

describe('the number of values in JSON', () => {
  it.each([
    ['items', `[${'1,'.repeat(200_000)}1]`],
    ['empty arrays', `[${'[],'.repeat(110_000)}[]]`],
    ['members', `{${'"a":1,'.repeat(200_000)}"a":1}`],
    ['what no parser would take', ','.repeat(200_001)],
  ])('T49 is at most 200,000: %s', (_what, text) => {
    const parser = jest.spyOn(JSON, 'parse');
    expect(() => parse(text)).toThrow(
      new AppError('rest_invalid_param', 'Invalid parameter: body must hold at most 200000 values'),
    );
    expect(parser).not.toHaveBeenCalled();
    parser.mockRestore();
  });

  it('does not count what stands in texts', () => {
    expect(() => parse(JSON.stringify({ text: ',[{'.repeat(200_000) }))).not.toThrow();
  });
});

describe('what is wrong with a body', () => {
  const reasonOf = (read: () => unknown): unknown => {
    try {
      read();
    } catch (error) {
      const { code, options } = error as AppError;
      return [code, options.data?.['params']];
    }
    return null;
  };

  it.each([
    ['{"a":"b","c":}', 'line 1, column 14: unexpected }, expected a value'],
    ['{"email":"x",}', 'line 1, column 14: unexpected }, expected a member name in double quotes'],
    ["{'a':1}", "line 1, column 2: unexpected ', expected a member name in double quotes or }"],
    ['{"a":', 'line 1, column 6: unexpected end, expected a value'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: unexpected ", expected , or }'],
    ['{"a":1}\r\n}', 'line 2, column 1: unexpected }, expected the end of the body'],
    ['["\u{1f600}é" 1]', 'line 1, column 7: unexpected 1, expected , or ]'],
    ['[1,]', 'line 1, column 4: unexpected ], expected a value'],
    ['[01]', 'line 1, column 3: unexpected 1, expected , or ]'],
    ['[-]', 'line 1, column 2: unexpected -, expected a value'],
    ['{"a" 1}', 'line 1, column 6: unexpected 1, expected :'],
    ['["a\\x"]', 'line 1, column 4: unexpected \\, expected an escape such as \\n, \\\\ or \\u00e9'],
    ['["a\nb"]', 'line 1, column 4: unexpected U+000A, expected an escape instead of a control character'],
    ['["a', 'line 1, column 4: unexpected end, expected "'],
    ['undefined', 'line 1, column 1: unexpected undefined, expected a value'],
    ['\ufeff{}', 'line 1, column 1: unexpected U+FEFF, expected a value'],
    ['  \n', 'line 2, column 1: unexpected end, expected a value'],
  ])('is found: %j', (text, reason) => {
    expect(reasonOf(() => parse(text))).toEqual(['rest_invalid_json', { body: reason }]);
  });

  it('is found in a long text as well', () => {
    const text = `{"a":"${'x'.repeat(5_000_000)}"`;
    expect(reasonOf(() => parse(text))).toEqual([
      'rest_invalid_json',
      { body: 'line 1, column 5000008: unexpected end, expected , or }' },
    ]);
  });

  it.each([
    [[], 'an array'],
    [null, 'null'],
    ['x', 'a string'],
    [1, 'a number'],
    [true, 'a boolean'],
  ])('may be that it is no object: %j', (body, kind) => {
    expect(reasonOf(() => membersOf(body))).toEqual(['rest_invalid_json', { body: `must be an object, not ${kind}` }]);
  });
});
