import { readFileSync } from 'node:fs';
import { ValidationErrors } from '../../../platform/errors/app-error.js';
import type { Vocabulary } from './fields.js';
import { readFilters } from './read-filters.js';
import { OPERATORS_OF } from './value-types.js';

const vocabulary: Vocabulary = {
  contactTypes: ['lead', 'customer'],
  customFields: [
    { id: 5, slug: 'level', type: 'number', options: null },
    { id: 6, slug: 'likes', type: 'checkbox', options: ['tea'] },
    { id: 7, slug: 'renewal', type: 'date', options: null },
  ],
};
const guide = readFileSync('docs/filters.md', 'utf8');

describe('a rule', () => {
  const read = (input: unknown, strict = true) => {
    const faults = new ValidationErrors();
    const groups = readFilters(input, 'filters', vocabulary, faults, strict);
    faults.throwIfAny();
    return groups;
  };
  const only = (...[entity, field, operator, value]: readonly unknown[]) =>
    read([[{ source: [entity, field], operator, value }]])[0]?.[0];

  it('accepts every example in the guide', () => {
    const inLines = [...guide.matchAll(/`(\[\[.+?\]\])`/g)].map(([, rule = '']) => rule);
    const inBlocks = [...guide.matchAll(/```json\n(\[[^]+?)```/g)].map(([, rule = '']) => rule);
    expect(inLines.length).toBeGreaterThanOrEqual(7);
    expect(inBlocks.length).toBeGreaterThanOrEqual(1);
    for (const rule of [...inLines, ...inBlocks]) expect(() => read(JSON.parse(rule))).not.toThrow();
  });

  it('supports the operators in the guide', () => {
    const documented = (kind: string): string[] => {
      const [, operators = ''] = new RegExp(`^\\| ${kind} +\\| ([^|]+)\\|`, 'm').exec(guide) ?? [];
      return [...operators.matchAll(/`([^`]+)`/g)].map(([, operator = '']) => operator);
    };
    for (const [kind, type] of [
      ['text, email', 'text'],
      ['text, email', 'email'],
      ['word, country, hash', 'choice'],
      ['word, country, hash', 'country'],
      ['word, country, hash', 'hash'],
      ['number', 'number'],
      ['day', 'date'],
      ['moment', 'moment'],
      ['options, membership', 'options'],
      ['options, membership', 'ids'],
      ['campaigns', 'campaigns'],
      ['products', 'products'],
    ] as const)
      expect([...documented(kind), 'is_null', 'not_null']).toEqual(OPERATORS_OF[type]);
  });

  it('negates the positive operator with a negative one', () => {
    for (const [negative, positive] of [
      ['!=', '='],
      ['not_contains', 'contains'],
      ['not_in', 'in'],
    ] as const) {
      const value = positive === 'in' ? ['x'] : 'x';
      expect(only('subscriber', 'city', negative, value)).toMatchObject({ negated: true });
      expect(only('subscriber', 'city', negative, value)?.test).toEqual(
        only('subscriber', 'city', positive, value)?.test,
      );
    }
    expect(only('subscriber', 'city', 'is_null')).toMatchObject({ negated: true, test: { kind: 'present' } });
  });

  it('treats a day as the whole day and a time as the whole second', () => {
    expect(only('subscriber', 'created_at', '=', '2026-01-31')?.test).toEqual({
      kind: 'range',
      low: { value: new Date('2026-01-31T00:00:00Z'), included: true },
      high: { value: new Date('2026-02-01T00:00:00Z'), included: false },
    });
    expect(only('subscriber', 'created_at', 'after', '2026-01-31T12:00:00.700+02:00')?.test).toEqual({
      kind: 'range',
      low: { value: new Date('2026-01-31T10:00:01Z'), included: true },
    });
  });

  it('accepts a day as the end of a range that starts on the same day', () => {
    expect(only('subscriber', 'created_at', 'between', ['2026-01-31 10:00:00', '2026-01-31'])?.test).toEqual({
      kind: 'range',
      low: { value: new Date('2026-01-31T10:00:00Z'), included: true },
      high: { value: new Date('2026-02-01T00:00:00Z'), included: false },
    });
    expect(() => only('subscriber', 'created_at', 'between', ['2026-02-01', '2026-01-31'])).toThrow();
  });

  it('counts days back and ahead', () => {
    const last = { kind: 'relative', from: -7, to: 0 };
    const next = { kind: 'relative', from: 0, to: 7 };
    expect(only('custom', 'renewal', 'within_days', 7)).toMatchObject({ test: last, negated: false });
    expect(only('custom', 'renewal', 'within_next_days', '7')).toMatchObject({ test: next, negated: false });
    expect(only('custom', 'renewal', 'not_within_next_days', 7)).toMatchObject({ test: next, negated: true });
  });

  it('tests the number or the last time of events, depending on the operator', () => {
    expect(only('events', 'purchase', '>', 2)).toMatchObject({ type: 'number' });
    expect(only('events', 'purchase', 'within_days', 2)).toMatchObject({ type: 'moment' });
  });

  it('accepts a removed option in a stored rule', () => {
    const rule = [[{ source: ['custom', 'likes'], operator: 'contains', value: 'coffee' }]];
    expect(() => read(rule)).toThrow();
    expect(read(rule, false)[0]?.[0]?.test).toEqual({ kind: 'one_of', values: ['coffee'] });
  });

  it('reports every error once, by its position', () => {
    const faults = new ValidationErrors();
    readFilters([[{ source: ['tags', 'name'], operator: 'is' }], 7], 'conditions', vocabulary, faults);
    for (const place of ['conditions.0.0.operator', 'conditions.0.0.source.1', 'conditions.1'])
      expect(faults.has(place)).toBe(true);
  });
});
