import { dayFault, readDay, TIMESTAMP_RULE, parseTimestamp, toTheSecond } from '../../../platform/clock/timestamps.js';
import { countryCode } from '../../../platform/countries/countries.js';
import { isOneLine, NOT_ONE_LINE } from '../../../platform/http/one-line.js';
import { asText } from '../../../platform/text/as-text.js';
import { EMAIL_MAX_LENGTH, emailFault, normalizedEmail } from '../../../platform/text/email-address.js';
import { isErasedAddress } from '../../../platform/text/erased-address.js';
import { isHttpUrl } from '../../../platform/text/http-url.js';
import { mustBeOneOf } from '../../../platform/text/closest-name.js';
import { fault, isLonger, type Read, readId } from '../../../platform/values/read-value.js';

export interface FieldRules {
  readonly contactTypes: readonly string[];
  /** `YYYY-MM-DD`; a date of birth must be earlier. */
  readonly today: string;
}

/** Validates a value from a caller, and converts it to the column's type. */
export type FieldReader = (value: unknown, rules: FieldRules) => Read<string | number | Date | null>;

export const TEXT_LENGTH = 190;
const URL_LENGTH = 2_048;
/** The lower limit of the DATE type. */
const FIRST_DAY = '1000-01-01';
const [FIRST_YEAR, LAST_YEAR] = [1_000, 9_999];

/** Null and blanks clear the field. */
function text(maxLength: number, read: (value: string, rules: FieldRules) => Read<string | null>): FieldReader {
  return (value, rules) => {
    if (value === null) return { value: null };
    if (typeof value !== 'string') return fault('must be text');
    const trimmed = value.trim();
    if (trimmed === '') return { value: null };
    if (isLonger(trimmed, maxLength)) return fault(`must be at most ${maxLength} characters long`);
    return read(trimmed, rules);
  };
}

/** Also takes what JSON writes as a number or boolean. */
const anyText =
  (read: FieldReader): FieldReader =>
  (value, rules) =>
    read(asText(value), rules);

export const plainText = anyText(text(TEXT_LENGTH, (value) => ({ value })));

/** Names become part of email headers. */
export const personName = anyText(text(TEXT_LENGTH, (value) => (isOneLine(value) ? { value } : fault(NOT_ONE_LINE))));

export const email: FieldReader = (value) => {
  if (typeof value !== 'string') return fault('must be text');
  if (value.trim() === '') return fault('must not be empty');
  if (isLonger(value.trim(), EMAIL_MAX_LENGTH)) return fault(`must be at most ${EMAIL_MAX_LENGTH} characters long`);
  const normalized = normalizedEmail(value);
  if (normalized === null) return fault(emailFault(value));
  return isErasedAddress(normalized)
    ? fault('must not be the placeholder of an erased contact')
    : { value: normalized };
};

export const oneOf =
  (words: (rules: FieldRules) => readonly string[]): FieldReader =>
  (value, rules) =>
    typeof value === 'string' && words(rules).includes(value) ? { value } : fault(mustBeOneOf(words(rules), value));

export const userId: FieldReader = (value) =>
  value === null || value === '' ? { value: null } : readId(value, 'must be the id of a user');

export const country = text(TEXT_LENGTH, (value) => {
  const code = countryCode(value);
  return code === null ? fault('must be a country code or the name of a country') : { value: code };
});

export const dateOfBirth = text(TEXT_LENGTH, (written, { today }) => {
  const read = readDay(written);
  if ('fault' in read) return read;
  const { day } = read;
  return day === null || (day >= FIRST_DAY && day < today)
    ? { value: day }
    : fault('must be a date in the past as YYYY-MM-DD');
});

export const photo = text(URL_LENGTH, (value) =>
  isHttpUrl(value) ? { value } : fault('must be an http or https URL'),
);

/** A past timestamp is valid: it ends the pause. */
export const pausedUntil: FieldReader = (value) => {
  if (value === null || value === '') return { value: null };
  const moment = typeof value === 'string' ? parseTimestamp(value) : null;
  // An offset may move it beyond the range of the column.
  const year = moment?.getUTCFullYear() ?? 0;
  if (moment === null || year < FIRST_YEAR || year > LAST_YEAR) return fault(dayFault(value, TIMESTAMP_RULE));
  return { value: toTheSecond(moment) };
};
