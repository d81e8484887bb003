import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { Allow, ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsInt, IsObject } from 'class-validator';
import { IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import { ValidateBy, ValidateIf, ValidateNested, type ValidationOptions } from 'class-validator';
import { countryCode } from '../countries/countries.js';
import type { ValidationErrors } from '../errors/app-error.js';
import { isCurrency } from '../money/money.js';
import { EMAIL_MAX_LENGTH, emailFault, normalizedEmail } from '../text/email-address.js';
import { isHttpUrl } from '../text/http-url.js';
import { given } from './given.js';
import { asText } from '../text/as-text.js';
import { didYouMean, mustBeOneOf } from '../text/closest-name.js';
import { MAX_ID } from '../ids/ids.js';
import { isLonger } from '../values/read-value.js';

/** Decorators below validate, convert, and document one kind of field each. Fields are optional by default. */
export interface FieldOptions {
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

const MAX_ITEMS = 1_000;
const MAX_URL_LENGTH = 2_048;

function presence({ required = false, nullable = false }: FieldOptions): PropertyDecorator[] {
  if (required && nullable) return [ValidateIf((_object, value) => value !== null)];
  if (required) return [];
  return nullable ? [IsOptional()] : [ValidateIf((_object, value) => value !== undefined)];
}

function documentation(
  options: FieldOptions & { readonly default?: unknown },
  schema: ApiPropertyOptions,
): PropertyDecorator {
  const { required = false, nullable = false, description, example, default: byDefault } = options;
  const about = { required, nullable, ...given({ description, example }) };
  return ApiProperty({ ...about, ...schema, ...given({ default: byDefault }) } as ApiPropertyOptions);
}

const Converted = (convert: (value: unknown) => unknown): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => convert(value));

/** The library's rule counts a letter and its variation selector as one, so accepted text might not fit. */
function AtMost(max: number, options: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    { name: 'atMost', validator: { validate: (value: unknown) => typeof value === 'string' && !isLonger(value, max) } },
    options,
  );
}

/** A further rule of a field. It is checked before the decorators above it. */
export function Must(
  holds: (value: unknown) => boolean,
  rule: string | ((value: unknown) => string),
): PropertyDecorator {
  return ValidateBy({
    name: 'must',
    validator: { validate: holds, defaultMessage: (of) => (typeof rule === 'string' ? rule : rule(of?.value)) },
  });
}

/** Trimmed text of at most `max` characters (default 190). JSON numbers and booleans are their text, except for secrets. */
export function Text(
  options: FieldOptions & {
    readonly max?: number;
    readonly min?: number;
    readonly trim?: boolean;
    readonly isSecret?: boolean;
  } = {},
): PropertyDecorator {
  const { max = 190, min = options.required === true ? 1 : 0, trim = true, isSecret = false } = options;
  return applyDecorators(
    ...presence(options),
    Converted((value) => {
      const text = isSecret ? value : asText(value);
      return trim && typeof text === 'string' ? text.trim() : text;
    }),
    // Only the first error of a field is reported, so check the type before the size, here and below.
    IsString({ message: 'must be text' }),
    ...(min > 0
      ? [MinLength(min, { message: min === 1 ? 'must not be empty' : `must be at least ${min} characters long` })]
      : []),
    AtMost(max, { message: `must be at most ${max} characters long` }),
    documentation(options, { type: String, maxLength: max, ...(min > 0 ? { minLength: min } : {}) }),
  );
}

/** One email address in its normalized form. */
export function EmailAddress(options: FieldOptions = {}): PropertyDecorator {
  return spelled(options, normalizedEmail, { max: EMAIL_MAX_LENGTH, reason: emailFault, format: 'email' });
}

export function HttpUrl(options: FieldOptions = {}): PropertyDecorator {
  const rule = { max: MAX_URL_LENGTH, reason: 'must be an http or https URL', format: 'uri' };
  return spelled(options, (text) => (isHttpUrl(text) ? text : null), rule);
}

/** A country code or name, case-insensitive; converted to alpha-2. */
export function CountryCode(options: FieldOptions = {}): PropertyDecorator {
  return spelled(options, countryCode, { reason: 'must be a country code or the name of a country' });
}

/** An ISO 4217 currency code, case-insensitive; converted to upper case. */
export function CurrencyCode(options: FieldOptions = {}): PropertyDecorator {
  const spell = (text: string): string | null => (isCurrency(text.toUpperCase()) ? text.toUpperCase() : null);
  return spelled({ example: 'EUR', ...options }, spell, { max: 3, reason: 'must be an ISO 4217 currency code' });
}

interface Spelling {
  readonly max?: number;
  readonly reason: string | ((text: string) => string);
  readonly format?: string;
}

/** Text with one normalized form; invalid if `spell` returns null. */
function spelled(
  options: FieldOptions,
  spell: (text: string) => string | null,
  { max = 190, reason, format }: Spelling,
): PropertyDecorator {
  return applyDecorators(
    ...presence(options),
    Converted((value) =>
      typeof value === 'string' && value.length <= 2 * max ? (spell(value.trim()) ?? value) : value,
    ),
    IsString({ message: 'must be text' }),
    AtMost(max, { message: `must be at most ${max} characters long` }),
    Must(
      (value) => typeof value === 'string' && spell(value) !== null,
      (value) => (typeof reason === 'string' ? reason : reason(String(value))),
    ),
    documentation(options, { type: String, maxLength: max, ...given({ format }) }),
  );
}

/** An integer; also accepts digits in a string, because query strings are text. */
export function WholeNumber(
  options: FieldOptions & { readonly min?: number; readonly max?: number; readonly default?: number } = {},
): PropertyDecorator {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = options;
  return applyDecorators(
    ...presence(options),
    Converted(toInteger),
    IsInt({ message: 'must be a whole number' }),
    Min(min, { message: `must be at least ${min}` }),
    Max(max, { message: `must be at most ${max}` }),
    documentation(options, { type: 'integer', minimum: min, maximum: max }),
  );
}

export const Id = (options: FieldOptions = {}): PropertyDecorator => WholeNumber({ ...options, min: 1, max: MAX_ID });

/** Accepts `true false 1 0 yes no`, in bodies and queries. */
export function Flag(options: FieldOptions & { readonly default?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    ...presence(options),
    Converted(toBoolean),
    IsBoolean({ message: 'must be true or false' }),
    documentation(options, { type: Boolean }),
  );
}

export function OneOf<Value extends string>(
  values: readonly Value[],
  options: FieldOptions & { readonly ignoreCase?: boolean; readonly default?: Value } = {},
): PropertyDecorator {
  return applyDecorators(
    ...presence(options),
    Converted((value) => (options.ignoreCase === true ? matchIgnoringCase(values, value) : value)),
    IsIn(values, { message: ({ value }) => mustBeOneOf(values, value) }),
    documentation(options, { enum: [...values] }),
  );
}

/** An array of at most `max` items; in queries also `a[]=1&a[]=2`, `a[0]=1`, `a=1`, and `a=1,2`. */
function several(
  options: FieldOptions,
  { of = '', noun = 'items', max = MAX_ITEMS, convert = (item: unknown) => item },
): PropertyDecorator[] {
  return [
    ...presence(options),
    Converted((value) => toArray(value, convert)),
    IsArray({ message: `must be an array${of}` }),
    ArrayMaxSize(max, { message: `must hold at most ${max} ${noun}` }),
  ];
}

/** Ids as JSON integers or digits. */
export function Ids(options: FieldOptions & { readonly max?: number; readonly min?: number } = {}): PropertyDecorator {
  const { min = 0, max = MAX_ITEMS } = options;
  return applyDecorators(
    ...several(options, { of: ' of ids', noun: 'ids', max, convert: toInteger }),
    ArrayMinSize(min, { message: `must hold at least ${min === 1 ? 'one id' : `${min} ids`}` }),
    IsInt({ each: true, message: 'must hold ids only' }),
    Min(1, { each: true, message: 'must hold ids only' }),
    Max(MAX_ID, { each: true, message: 'must hold ids only' }),
    documentation(options, { type: 'array', items: { type: 'integer' }, ...(min === 0 ? {} : { minItems: min }) }),
  );
}

/** Ids, slugs, and titles. */
export function IdsOrNames(options: FieldOptions = {}): PropertyDecorator {
  const isReference = (value: unknown): boolean =>
    typeof value === 'number' ? value >= 1 && value <= MAX_ID : typeof value === 'string' && value.length <= 190;
  const items = {
    oneOf: [
      { type: 'integer', minimum: 1 },
      { type: 'string', maxLength: 190 },
    ],
  };
  return applyDecorators(
    ...several(options, { of: ' of ids or slugs', noun: 'ids', convert: toInteger }),
    ValidateBy(
      { name: 'isReference', validator: { validate: isReference } },
      { each: true, message: 'must hold ids or slugs only' },
    ),
    documentation(options, { type: 'array', items }),
  );
}

/** Values of a closed set. */
export function Words(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    ...several(options, {}),
    IsIn(values, {
      each: true,
      message: ({ value }) => {
        const unknown = [value as unknown].flat().find((each) => !values.includes(each as string));
        return `must hold only: ${values.join(', ')}${didYouMean(unknown, values)}`;
      },
    }),
    documentation(options, { type: 'array', items: { type: 'string', enum: [...values] } }),
  );
}

export function Texts(
  options: FieldOptions & { readonly max?: number; readonly maxItems?: number } = {},
): PropertyDecorator {
  const { max = 190, maxItems = MAX_ITEMS } = options;
  return applyDecorators(
    ...several(options, { max: maxItems }),
    IsString({ each: true, message: 'must hold text only' }),
    AtMost(max, { each: true, message: `items must be at most ${max} characters long` }),
    documentation(options, { type: 'array', items: { type: 'string' } }),
  );
}

/** A member that is only documented here: a service validates it with others, so that one response names all errors. */
export function Member(schema: ApiPropertyOptions, required = false): PropertyDecorator {
  return applyDecorators(Allow(), ApiProperty({ required, ...schema } as ApiPropertyOptions));
}

/** An object with fields of its own. */
export function Part(type: () => new () => object, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    ...presence(options),
    IsObject({ message: 'must be an object' }),
    ValidateNested(),
    Type(type),
    // The OpenAPI generator recognizes a deferred type by the name of the function.
    documentation(options, { type: () => type() }),
  );
}

/** An object whose members a service validates. */
export function Members(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    ...presence(options),
    IsObject({ message: 'must be an object' }),
    documentation(options, { type: 'object', additionalProperties: true }),
  );
}

/** An object of at most `bytes` of JSON, in UTF-8. */
export function SmallObject(bytes: number, options: FieldOptions = {}): PropertyDecorator {
  const fits = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value ?? null)) <= bytes;
  return applyDecorators(
    ValidateBy({ name: 'size', validator: { validate: fits } }, { message: `must be at most ${bytes} bytes of JSON` }),
    Members(options),
  );
}

function toInteger(value: unknown): unknown {
  return typeof value === 'string' && isStrictInteger(value) ? Number(value) : value;
}

const BOOLEANS = new Map([
  ...['true', '1', 'yes'].map((word) => [word, true] as const),
  ...['false', '0', 'no'].map((word) => [word, false] as const),
]);

/** Keeps unknown words unchanged, so that validation reports them. */
export function toBoolean(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  return BOOLEANS.get(String(value).toLowerCase()) ?? value;
}

/** Reads a flag that is false when absent. */
export function readFlag(field: string, sent: unknown, faults: ValidationErrors): boolean {
  const flag = toBoolean(sent);
  if (flag !== undefined && typeof flag !== 'boolean') faults.add(field, 'must be true or false');
  return flag === true;
}

function toArray(value: unknown, convert: (item: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value === 'number') return [value];
  if (typeof value !== 'string') return value;
  return value === '' ? [] : value.split(',').map((item) => convert(item.trim()));
}

function matchIgnoringCase(values: readonly string[], value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return values.find((candidate) => candidate.toLowerCase() === value.toLowerCase()) ?? value;
}

/** Plain decimal digits with an optional sign, at most 16: no blanks, exponents, fractions, or hexadecimal. */
export const isStrictInteger = (text: string): boolean => /^-?\d{1,16}$/.test(text);
