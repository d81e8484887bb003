import { HOSTILE_TEXTS, HOSTILE_VALUES } from '../hostile-texts.js';
import type { Schema } from './documented-operations.js';
import { Verbatim } from './json-text.js';
import { typeOf } from './valid-values.js';

const nested = (levels: number): Verbatim => new Verbatim('['.repeat(levels) + ']'.repeat(levels));

/** Numbers at and beyond the limits of integer types, and values that are not numbers. */
const NUMBERS: readonly unknown[] = [
  ...['-0', '0.0', '1.0', '0.1', '1e0', '1e400', '-1e400', '1e-400', '5e-324', '1.7976931348623157e308'],
  ...['127', '128', '255', '256', '32767', '32768', '65535', '65536', '16777215', '16777216'],
  ...['2147483647', '2147483648', '-2147483648', '-2147483649', '4294967295', '4294967296'],
  ...['9007199254740991', '9007199254740992', '9007199254740993', '9223372036854775807', '9223372036854775808'],
  ...['18446744073709551615', '18446744073709551616', `1${'0'.repeat(400)}`, `0.${'0'.repeat(400)}1`],
]
  .map((json): unknown => new Verbatim(json))
  .concat(['NaN', 'Infinity', '-Infinity', '1e400', '0x7fffffff', '1,5', '٣']);

/** Lone surrogates, terminators, and texts around the column lengths. */
const TEXTS: readonly unknown[] = [
  new Verbatim('"\\ud83d"'),
  new Verbatim('"\\ude00\\ud83d"'),
  new Verbatim('"a\\ud83db"'),
  new Verbatim('"\\u0000"'),
  new Verbatim('"\\u0000a@example.com"'),
  new Verbatim('"\\ufeffa"'),
  new Verbatim('"\\u202ea\\u2028"'),
  new Verbatim('"\\u007f\\u0080\\u009f"'),
  '\u{1f600}'.repeat(300),
  'ﬀ'.repeat(255),
  'İ'.repeat(255),
  'a'.repeat(256),
  'é'.repeat(33_000),
  'a'.repeat(65_536),
  `${'a'.repeat(64)}@${'b.'.repeat(120)}example.com`,
  'a@'.repeat(5_000),
  '<'.repeat(20_000),
  '{{'.repeat(10_000),
  '{% if a %}'.repeat(2_000),
  '0000-00-00 00:00:00',
  '2026-02-30 25:61:61',
  '9999-12-31 23:59:59',
  '10000-01-01',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-01-01T00:00:00+23:59',
  '1970-01-01 00:00:00',
];

const SHAPES: readonly unknown[] = [
  nested(20),
  nested(31),
  nested(200),
  new Array<number>(1_001).fill(1),
  new Array<number>(6_000).fill(1),
  new Array<string>(101).fill('a'),
  new Array<null>(50).fill(null),
  [1, 1, 1],
  ['a', 'A', 'ａ'],
  [[1]],
  [{}],
  { 0: 1, length: 1 },
  Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`member_${index}`, index])),
  new Verbatim('{"__proto__":{"isAdmin":true}}'),
  new Verbatim('{"constructor":{"prototype":{"isAdmin":true}}}'),
  new Verbatim('[{"__proto__":null}]'),
  new Verbatim('{"a":1,"a":[2],"\\u0061":3}'),
  new Verbatim('{"":1}'),
  new Verbatim('{"\\u0000":1}'),
  new Verbatim('{"\\ud83d":1}'),
  { then: 1 },
  { toJSON: 1, valueOf: 1, hasOwnProperty: 1 },
  { raw: '1', type: 'Buffer', data: [1] },
];

/** Neighbors of acceptable values, and acceptable values in another form. */
function nearMisses(schema: Schema, valid: unknown): unknown[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const choices = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  const items = (count: number): unknown[] =>
    new Array<unknown>(Math.min(count, 6_000)).fill(Array.isArray(valid) ? valid[0] : 1);
  return [
    ...(minimum === undefined ? [] : [minimum - 1, minimum, minimum - 0.5]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1, maximum + 0.5]),
    ...(minLength === undefined || minLength === 0 ? [] : ['a'.repeat(minLength - 1), ' '.repeat(minLength)]),
    ...(maxLength === undefined
      ? []
      : [
          'a'.repeat(Math.min(maxLength, 100_000)),
          'a'.repeat(Math.min(maxLength + 1, 100_000)),
          'é'.repeat(Math.min(maxLength, 100_000)),
          '\u{1f600}'.repeat(Math.min(maxLength, 100_000)),
          '\u{1f600}'.repeat(Math.min(Math.ceil(maxLength / 2), 100_000)),
        ]),
    ...(minItems === undefined || minItems === 0 ? [] : [items(minItems - 1)]),
    ...(maxItems === undefined ? [] : [items(maxItems), items(maxItems + 1)]),
    ...choices.flatMap((choice) => [choice, [choice], { [String(choice)]: choice }, `${String(choice)} `]),
    ...(typeof choices[0] === 'string' ? [choices[0].toUpperCase(), `${choices[0]}\u0000`] : []),
    ...(Array.isArray(valid) ? [valid[0], [valid], Object.fromEntries(valid.entries()), valid.join()] : [[valid]]),
    typeof valid === 'number' ? String(valid) : typeof valid === 'string' ? { value: valid } : JSON.stringify(valid),
  ];
}

/**
 * Replacements for a value, grouped by their similarity to it.
 * @param valid an acceptable value.
 */
export function brokenValues(schema: Schema, valid: unknown): { readonly near: unknown[]; readonly any: unknown[] } {
  const type = typeOf(schema);
  return {
    near: nearMisses(schema, valid),
    any: [
      ...HOSTILE_VALUES,
      ...NUMBERS,
      ...SHAPES,
      ...TEXTS,
      // For other types, the first text is enough.
      ...(type === 'string' || type === 'any' ? HOSTILE_TEXTS : HOSTILE_TEXTS.slice(0, 12)),
    ],
  };
}

/** The same for a parameter, whose values are all text. */
export function brokenTexts(schema: Schema): { readonly near: string[]; readonly any: string[] } {
  const { minimum, maximum, maxLength } = schema;
  const choices = (schema.enum ?? []).map(String);
  return {
    near: [
      ...(minimum === undefined ? [] : [String(minimum - 1), `${minimum}.0`]),
      ...(maximum === undefined ? [] : [String(maximum), String(maximum + 1), `${maximum}e0`]),
      ...(maxLength === undefined ? [] : ['a'.repeat(Math.min(maxLength + 1, 8_000))]),
      ...choices.flatMap((choice) => [choice, choice.toUpperCase(), `${choice},${choice}`, `${choice}\u0000`]),
    ],
    any: [
      ...NUMBERS.map((value) => (value instanceof Verbatim ? value.json : String(value))),
      ...HOSTILE_TEXTS,
      'a'.repeat(7_000),
      '1,'.repeat(3_000),
      '[' + '['.repeat(3_000),
    ],
  };
}
