import { readDay } from '../../platform/clock/timestamps.js';
import { emailFault, normalizedEmail } from '../../platform/text/email-address.js';
import { asText } from '../../platform/text/as-text.js';
import { isHttpUrl } from '../../platform/text/http-url.js';
import { type CustomField, type CustomFieldType, MAX_LENGTH } from './custom-field.entity.js';

type ReadValue =
  | { readonly kind: 'stored'; readonly text: string }
  | { readonly kind: 'cleared' }
  | { readonly kind: 'wrong'; readonly reason: string }
  | { readonly kind: 'no_option' };

interface FieldType {
  /** Shown to managers. */
  readonly label: string;
  readonly hasOptions: boolean;
  read(value: unknown, options: readonly string[]): ReadValue;
}

/** Numbers, days, and addresses. */
const SHORT_TEXT = 190;
const URL_LENGTH = 2_048;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

const CLEARED: ReadValue = { kind: 'cleared' };
const wrong = (reason: string): ReadValue => ({ kind: 'wrong', reason });
const stored = (text: string): ReadValue => ({ kind: 'stored', text });

/** Returns a type with text values; `read` receives trimmed, non-empty text. */
function textual(label: string, maxLength: number, read: (text: string) => ReadValue): FieldType {
  return {
    label,
    hasOptions: false,
    read(value) {
      if (typeof value !== 'string') return wrong('must be text');
      const text = value.trim();
      if (text === '') return CLEARED;
      return Array.from(text).length > maxLength ? wrong(`must be at most ${maxLength} characters long`) : read(text);
    },
  };
}

/** Returns the type with values that `convert` turns into text. */
const alsoOf = (convert: (value: unknown) => unknown, type: FieldType): FieldType => ({
  ...type,
  read: (value, options) => type.read(convert(value), options),
});

function oneOption(label: string): FieldType {
  return {
    label,
    hasOptions: true,
    read(value, options) {
      if (value === '') return CLEARED;
      const option = asText(value);
      return typeof option === 'string' && options.includes(option) ? stored(option) : { kind: 'no_option' };
    },
  };
}

/** The nine types: label, whether they have options, and validation. */
export const FIELD_TYPES: Readonly<Record<CustomFieldType, FieldType>> = {
  text: alsoOf(asText, textual('Single line of text', MAX_LENGTH.text, stored)),
  textarea: alsoOf(asText, textual('Several lines of text', MAX_LENGTH.textarea, stored)),
  'select-one': oneOption('Choice from a menu'),
  checkbox: {
    label: 'Several choices',
    hasOptions: true,
    read(value, options) {
      if (value === '') return CLEARED;
      if (!Array.isArray(value)) return wrong('must be an array of options');
      const chosen = value.map(asText);
      if (!chosen.every((option) => typeof option === 'string' && options.includes(option)))
        return { kind: 'no_option' };
      // In the order of the definition, so that the same choice is always stored as the same text.
      const inOrder = options.filter((option) => chosen.includes(option));
      return inOrder.length === 0 ? CLEARED : stored(JSON.stringify(inOrder));
    },
  },
  radio: oneOption('One of several choices'),
  number: alsoOf(
    (value) => (typeof value === 'number' ? String(value) : value),
    textual('Number', SHORT_TEXT, (text) =>
      NUMBER.test(text) && Number.isFinite(Number(text)) ? stored(text) : wrong('must be a number'),
    ),
  ),
  date: textual('Date', SHORT_TEXT, (text) => {
    const read = readDay(text);
    if ('fault' in read) return wrong(read.fault);
    return read.day === null ? CLEARED : stored(read.day);
  }),
  url: textual('Web address', URL_LENGTH, (text) =>
    isHttpUrl(text) ? stored(text) : wrong('must be an http or https URL'),
  ),
  email: textual('Email address', SHORT_TEXT, (text) => {
    const email = normalizedEmail(text);
    return email === null ? wrong(emailFault(text)) : stored(email);
  }),
};

/** Validates a value. Null clears it, for every type. */
export function readValue(field: Pick<CustomField, 'type' | 'options'>, value: unknown): ReadValue {
  return value === null ? CLEARED : FIELD_TYPES[field.type].read(value, field.options ?? []);
}

export function apiValue(type: CustomFieldType, text: string): string | string[] {
  return type === 'checkbox' ? (JSON.parse(text) as string[]) : text;
}
