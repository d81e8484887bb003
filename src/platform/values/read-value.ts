import type { ValidationErrors } from '../errors/app-error.js';
import { isId } from '../ids/ids.js';
import { asText } from '../text/as-text.js';
import { mustBeOneOf } from '../text/closest-name.js';

/** A value from a caller in its normal form, or why it is refused. Requests whose members are checked one by one use DTO fields instead. */
export type Read<Value> = { readonly value: Value } | { readonly fault: string };

export const fault = (reason: string): Read<never> => ({ fault: reason });

/** @returns undefined if the value is refused; `faults` then has the reason. */
export function accepted<Value>(read: Read<Value>, field: string, faults: ValidationErrors): Value | undefined {
  if ('value' in read) return read.value;
  faults.add(field, read.fault);
  return undefined;
}

/** Counts characters as columns do, and only if there could be too many: most texts are far below the limit. */
export const isLonger = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || Array.from(text).length > most);

/** Trimmed text, maybe empty. JSON numbers and booleans are their text. */
export function readText(sent: unknown, most: number): Read<string> {
  if (sent === undefined) return fault('is required');
  const value = asText(sent);
  if (typeof value !== 'string') return fault('must be text');
  const text = value.trim();
  return isLonger(text, most) ? fault(`must be at most ${most} characters long`) : { value: text };
}

export function readFilledText(sent: unknown, most: number): Read<string> {
  const read = readText(sent, most);
  return 'value' in read && read.value === '' ? fault('must not be empty') : read;
}

export function readWord<Word extends string>(sent: unknown, words: readonly Word[]): Read<Word> {
  if (sent === undefined) return fault('is required');
  const word = words.find((known) => known === sent);
  return word === undefined ? fault(mustBeOneOf(words, sent)) : { value: word };
}

/** Returns the number that digits in a string stand for; other values unchanged. */
export const fromDigits = (sent: unknown): unknown =>
  typeof sent === 'string' && /^\d{1,10}$/.test(sent) ? Number(sent) : sent;

export function readId(sent: unknown, reason = 'must be an id'): Read<number> {
  const id = fromDigits(sent);
  return isId(id) ? { value: id } : fault(reason);
}
