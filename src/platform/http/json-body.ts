import { AppError, invalidParam } from '../errors/app-error.js';
import { jsonFault } from './json-fault.js';
import { isObject } from '../values/json.js';

const MAX_DEPTH = 32;
/** Maximum number of values in a body. Parsing more blocks the process for seconds. */
const MAX_VALUES = 200_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

const opens = (byte: number | undefined): boolean => byte === OPENING_BRACKET || byte === OPENING_BRACE;
const closes = (byte: number | undefined): boolean => byte === CLOSING_BRACKET || byte === CLOSING_BRACE;

/**
 * Counts values and nesting in one pass over the bytes, before parsing.
 * @throws AppError for text that nests too deep or holds too many values.
 */
function refuseExcess(json: Buffer): void {
  let depth = 0;
  let values = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (inString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (opens(byte)) {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH)
        throw invalidJson(
          `must not nest deeper than ${MAX_DEPTH} levels`,
          `Invalid JSON body: nested deeper than ${MAX_DEPTH} levels.`,
        );
    } else if (byte === COMMA) values += 1;
    else if (closes(byte)) depth -= 1;
    if (values > MAX_VALUES) throw invalidParam('body', `must hold at most ${MAX_VALUES} values`);
  }
}

/** Keys that reach the prototype when an object is copied. `JSON.parse` keeps them as ordinary members. */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
/** Detects bodies that need `cleaned`, escapes included: few do. */
const MAY_NEED_CLEANING = /__proto__|"constructor"|"prototype"|\\u00|\\u[dD][89a-fA-F]/;

/** The database would store a lone surrogate as U+FFFD, and answers would differ from the stored text. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return Buffer.from(value).toString();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleaned);
  const members = Object.entries(value).filter(([name]) => !PROTOTYPE_KEYS.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, cleaned(member)]));
}

/** @throws AppError rest_invalid_json for text that is no JSON or nests too deep, rest_invalid_param for too many values. */
export function parseJson(body: Buffer): unknown {
  refuseExcess(body);
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidJson(jsonFault(text));
  }
  return MAY_NEED_CLEANING.test(text) ? cleaned(value) : value;
}

/** @throws AppError rest_invalid_json for a body that is no object. */
export function membersOf(body: unknown): Readonly<Record<string, unknown>> {
  if (isObject(body)) return body;
  const kind = body === null ? 'null' : Array.isArray(body) ? 'an array' : `a ${typeof body}`;
  throw invalidJson(`must be an object, not ${kind}`);
}

function invalidJson(reason: string, message = 'Invalid JSON body passed.'): AppError {
  return new AppError('rest_invalid_json', message, { data: { params: { body: reason } } });
}
