import { dataFaults, dataSchemaFault } from './data-schema.js';

const SCHEMA = {
  type: 'object',
  required: ['order'],
  properties: {
    order: {
      type: 'object',
      properties: { items: { type: 'array', items: { required: ['name'] } }, total: { type: 'number' } },
    },
  },
};

describe('the data that a template needs', () => {
  it('is named by its paths', () => {
    expect(dataFaults(null, 'anything')).toEqual({});
    expect(dataFaults(SCHEMA, { order: { items: [{ name: 'x' }] }, more: 1 })).toEqual({});
    expect(dataFaults(SCHEMA, {})).toEqual({ 'data.order': 'is required' });
    expect(dataFaults(SCHEMA, { order: { items: [{}], total: '5' } })).toEqual({
      'data.order.items.0.name': 'is required',
      'data.order.total': 'must be number',
    });
    expect(dataFaults(SCHEMA, [])).toEqual({ data: 'must be object' });
  });

  it('is not checked longer than a moment', () => {
    const slow = { type: 'string', pattern: '^(a+)+$' };
    expect(dataSchemaFault(slow)).toBeNull();
    expect(dataFaults(slow, `${'a'.repeat(60)}!`)).toEqual({ data: 'takes too long to check' });
    const doubled = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        `a${level}`,
        { allOf: Array(2).fill({ $ref: `#/$defs/a${level + 1}` }) },
      ]),
    );
    const deep = { $ref: '#/$defs/a0', $defs: { ...doubled, a40: { type: 'string' } } };
    expect(dataSchemaFault(deep) !== null || 'data' in dataFaults(deep, 5)).toBe(true);
  });

  it('has a schema without other documents', () => {
    expect(dataSchemaFault({ $ref: 'https://example.com/a' })).toMatch(/can't resolve reference/);
    expect(dataSchemaFault({ $schema: 'http://json-schema.org/draft-04/schema#' })).toMatch(/JSON Schema/);
    expect(dataSchemaFault({ type: 'objekt' })).toMatch(/^is not a JSON Schema \(2020-12\): /);
    expect(dataSchemaFault({ $id: 'a', type: 'object' })).toBeNull();
    expect(dataSchemaFault({ $id: 'a', type: 'array' })).toBeNull();
  });
});
