import { AppError, invalidParam } from '../errors/app-error.js';
import { isObject } from '../values/json.js';

const MAX_DEPTH = 32;
const LEVELS = `${MAX_DEPTH} levels`;
const TOO_DEEP = `Invalid JSON body: nested deeper than ${LEVELS}.`;
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

/** Counts values and nesting, before parsing. @throws AppError for text that nests too deep or holds too many values. */
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
      if (depth > MAX_DEPTH) throw invalidJson(`must not nest deeper than ${LEVELS}`, TOO_DEEP);
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

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const WORD = /[A-Za-z_]{2,20}/y;
const BLANKS = new Set([' ', '\t', '\n', '\r']);
const LITERALS = ['true', 'false', 'null'];

/** Returns where a text is not valid JSON and what is expected there. Line and column are characters from 1. */
function jsonFault(text: string): string {
  const reader = new Reader(text);
  const expected = reader.document();
  if (expected === null) return 'is not valid JSON';
  return `${placeOf(text, reader.index)}: unexpected ${foundAt(text, reader.index)}, expected ${expected}`;
}

/** Methods return what is expected at `index`, or null after reading it. */
class Reader {
  index = 0;

  constructor(private readonly text: string) {}

  document(): string | null {
    const fault = this.value();
    if (fault !== null) return fault;
    this.skipBlanks();
    return this.index === this.text.length ? null : 'the end of the body';
  }

  private value(): string | null {
    this.skipBlanks();
    const first = this.text[this.index] ?? '';
    if (first === '{') return this.members();
    if (first === '[') return this.items();
    if (first === '"') return this.string();
    const literal = LITERALS.find((word) => this.text.startsWith(word, this.index));
    const length = literal?.length ?? this.matched(NUMBER);
    this.index += length;
    return length > 0 ? null : 'a value';
  }

  private members(): string | null {
    this.index += 1;
    if (this.takes('}')) return null;
    for (let names = 0; ; names += 1) {
      this.skipBlanks();
      if (this.text[this.index] !== '"') return `a member name in double quotes${names === 0 ? ' or }' : ''}`;
      const fault = this.string() ?? (this.takes(':') ? this.value() : ':');
      if (fault !== null) return fault;
      if (this.takes('}')) return null;
      if (!this.takes(',')) return ', or }';
    }
  }

  private items(): string | null {
    this.index += 1;
    if (this.takes(']')) return null;
    for (;;) {
      const fault = this.value();
      if (fault !== null) return fault;
      if (this.takes(']')) return null;
      if (!this.takes(',')) return ', or ]';
    }
  }

  private string(): string | null {
    for (this.index += 1; this.index < this.text.length;) {
      const character = this.text[this.index] ?? '';
      const length = character === '\\' ? this.matched(ESCAPE) : 1;
      if (length === 0) return 'an escape such as \\n, \\\\ or \\u00e9';
      if (character < ' ') return 'an escape instead of a control character';
      this.index += length;
      if (character === '"') return null;
    }
    return '"';
  }

  private takes(sign: string): boolean {
    this.skipBlanks();
    if (this.text[this.index] !== sign) return false;
    this.index += 1;
    return true;
  }

  private skipBlanks(): void {
    while (BLANKS.has(this.text[this.index] ?? '')) this.index += 1;
  }

  private matched(pattern: RegExp): number {
    pattern.lastIndex = this.index;
    return pattern.exec(this.text)?.[0].length ?? 0;
  }
}

function placeOf(text: string, index: number): string {
  let line = 1;
  let column = 1;
  for (const character of text.slice(0, index).replaceAll('\r\n', '\n'))
    if (character === '\n' || character === '\r') {
      line += 1;
      column = 1;
    } else column += 1;
  return `line ${line}, column ${column}`;
}

function foundAt(text: string, index: number): string {
  if (index >= text.length) return 'end';
  WORD.lastIndex = index;
  const found = WORD.exec(text)?.[0] ?? String.fromCodePoint(text.codePointAt(index) ?? 0);
  return /^[\p{C}\p{Z}]/u.test(found)
    ? `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    : found;
}
