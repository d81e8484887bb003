import { CUSTOM_FIELD_TYPES, type CustomFieldType } from './custom-field.entity.js';
import { FIELD_TYPES, readValue, apiValue } from './field-types.js';

describe('a custom value', () => {
  const options = ['red', 'blue', 'b"lue'];
  const read = (type: CustomFieldType, value: unknown) => readValue({ type, options }, value);

  it.each([
    ['text', ' hello ', 'hello'],
    ['textarea', 'one\ntwo', 'one\ntwo'],
    ['select-one', 'red', 'red'],
    ['radio', 'blue', 'blue'],
    ['checkbox', ['blue', 'red', 'blue'], '["red","blue"]'],
    ['number', '-12.50', '-12.50'],
    ['number', 7, '7'],
    ['number', '1e3', '1e3'],
    ['number', 0, '0'],
    ['date', '2024-02-29', '2024-02-29'],
    ['url', 'https://example.com/', 'https://example.com/'],
    ['email', ' Ada@Example.com', 'ada@example.com'],
    ['text', 45, '45'],
    ['text', false, 'false'],
    ['text', '🎉'.repeat(2_048), '🎉'.repeat(2_048)],
    ['textarea', 4.5, '4.5'],
  ] as const)('of type %s accepts %j and is stored as %s', (type, value, text) => {
    expect(read(type, value)).toEqual({ kind: 'stored', text });
  });

  it.each(CUSTOM_FIELD_TYPES)('of type %s is cleared by null and by an empty text', (type) => {
    expect(read(type, null)).toEqual({ kind: 'cleared' });
    expect(read(type, '')).toEqual({ kind: 'cleared' });
  });

  it('of a checkbox is cleared by an empty array', () => {
    expect(read('checkbox', [])).toEqual({ kind: 'cleared' });
  });

  it.each([
    ['text', {}],
    ['text', 'x'.repeat(2_049)],
    ['textarea', 'x'.repeat(65_537)],
    ['checkbox', 'red'],
    ['number', 'seven'],
    ['number', '1e999'],
    ['number', Number.NaN],
    ['number', '0x10'],
    ['number', true],
    ['date', '2023-02-29'],
    ['date', '29.02.2024'],
    ['url', 'javascript:alert(1)'],
    ['email', 'no-address'],
  ] as const)('of type %s refuses %j', (type, value) => {
    expect(read(type, value).kind).toBe('wrong');
  });

  it.each([
    ['select-one', 'pink'],
    ['select-one', 'RED'],
    ['radio', ['red']],
    ['radio', 1],
    ['checkbox', ['red', 'pink']],
    ['checkbox', [1]],
  ] as const)('of type %s has no option %j', (type, value) => {
    expect(read(type, value)).toEqual({ kind: 'no_option' });
  });

  it('is text in the API, and an array for a checkbox', () => {
    expect(apiValue('number', '7')).toBe('7');
    expect(apiValue('checkbox', '["b\\"lue"]')).toEqual(['b"lue']);
  });

  it('has options for three of the nine types', () => {
    expect(CUSTOM_FIELD_TYPES.filter((type) => FIELD_TYPES[type].hasOptions)).toEqual([
      'select-one',
      'checkbox',
      'radio',
    ]);
  });
});
