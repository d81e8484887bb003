import { AppError } from '../errors/app-error.js';
import { nestsDeeperThan, parseJson } from './json-body.js';

const parse = (text: string): unknown => parseJson(Buffer.from(text));
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('the depth of JSON', () => {
  it('counts arrays and objects together', () => {
    expect(nestsDeeperThan(4, Buffer.from('[{"a":[{}]}]'))).toBe(false);
    expect(nestsDeeperThan(3, Buffer.from('[{"a":[{}]}]'))).toBe(true);
  });

  it('does not count siblings', () => {
    expect(nestsDeeperThan(2, Buffer.from(`[${'[],'.repeat(1_000)}[]]`))).toBe(false);
  });

  it('does not count brackets inside text, quoted quotes included', () => {
    expect(nestsDeeperThan(1, Buffer.from('["[[[[", "\\"[[[[", "\\\\"]'))).toBe(false);
    expect(nestsDeeperThan(1, Buffer.from('["\\\\", [1]]'))).toBe(true);
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

  it('keeps such words where they are values', () => {
    expect(parse('{"a":"__proto__","b":["constructor"]}')).toEqual({ a: '__proto__', b: ['constructor'] });
  });
});
