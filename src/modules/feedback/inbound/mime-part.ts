import { decodeCharset, decodeTransfer } from './mime-text.js';

/** An email that exceeds the limits of size, depth, or number of parts. */
export class UnreadableEmail extends Error {}

const MAX_EMAIL_SIZE = 5 * 1024 * 1024;
const DEEPEST = 10;
const MAX_PARTS = 100;
const MAX_HEAD = 256 * 1024;
const MAX_HEADERS = 2_000;
const MAX_VALUE_LENGTH = 16_384;
const MAX_BOUNDARY_LENGTH = 200;
/** The relevant text is at the beginning; the rest is the original email. */
const MAX_TEXT_LENGTH = 256 * 1024;

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const DASH = 45;
const MAX_BLANKS = 100;
const HEADER = /^([!-9;-~]{1,100})[ \t]{0,20}:/;
const PARAMETER = /;\s{0,20}([\w*'-]{1,60})\s{0,20}=\s{0,20}(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;

/** The headers of an email or a part, unfolded but not decoded. */
export class MailHeaders {
  constructor(private readonly lines: readonly (readonly [name: string, value: string])[]) {}

  /** Returns the first value by lower-case name. */
  get(name: string): string | null {
    return this.lines.find(([candidate]) => candidate === name)?.[1] ?? null;
  }

  all(name: string): string[] {
    return this.lines.filter(([candidate]) => candidate === name).map(([, value]) => value);
  }

  has(name: string): boolean {
    return this.lines.some(([candidate]) => candidate === name);
  }

  get isEmpty(): boolean {
    return this.lines.length === 0;
  }
}

export interface MimePart {
  readonly headers: MailHeaders;
  /** In lower case, such as `multipart/report`; `text/plain` if missing. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** The encoded body. */
  readonly body: Buffer;
  /** Parts of a multipart. Attached emails are not parsed. */
  readonly parts: readonly MimePart[];
}

/** RFC 2045 and 2046. Bytes are read once per level and levels are limited. @throws UnreadableEmail */
export function readMime(raw: Buffer): MimePart {
  if (raw.length > MAX_EMAIL_SIZE) throw new UnreadableEmail('larger than 5 MB');
  let parts = 0;
  const read = (bytes: Buffer, depth: number): MimePart => {
    parts += 1;
    if (depth > DEEPEST) throw new UnreadableEmail(`nested deeper than ${DEEPEST} levels`);
    if (parts > MAX_PARTS) throw new UnreadableEmail(`more than ${MAX_PARTS} parts`);
    const { headers, body } = splitHead(depth === 1 ? withoutEmptyLines(bytes) : bytes);
    const [type, parameters] = contentType(headers.get('content-type'));
    const boundary = type.startsWith('multipart/') ? parameters.get('boundary') : undefined;
    const inner = boundary === undefined || boundary === '' ? [] : splitParts(body, boundary);
    return { headers, type, parameters, body, parts: inner.map((part) => read(part, depth + 1)) };
  };
  return read(raw, 1);
}

/** Yields a part and all parts inside it, in order. */
export function* everyPart(part: MimePart): Generator<MimePart> {
  yield part;
  for (const inner of part.parts) yield* everyPart(inner);
}

/** Returns the beginning of a part as text. */
export function textOf(part: MimePart): string {
  return decodeCharset(decodedBody(part), part.parameters.get('charset'));
}

/** Returns the headers in the body of a part: of an attached email, or of headers only. */
export function attachedHeaders(part: MimePart): MailHeaders {
  const bytes = decodedBody(part);
  try {
    return splitHead(bytes).headers;
  } catch (error) {
    if (error instanceof UnreadableEmail) return new MailHeaders([]);
    throw error;
  }
}

/** Parses header fields, such as those of a delivery status (RFC 3464): one group per paragraph. */
export function fieldGroups(text: string): MailHeaders[] {
  return text
    .split(/\r?\n(?:[ \t]*\r?\n)+/, MAX_PARTS)
    .map((group) => readHeaders(group))
    .filter((group) => !group.isEmpty);
}

function decodedBody({ headers, body }: MimePart): Buffer {
  return decodeTransfer(body.subarray(0, MAX_TEXT_LENGTH), headers.get('content-transfer-encoding') ?? '');
}

/** Emails from files may begin with empty lines. */
function withoutEmptyLines(bytes: Buffer): Buffer {
  let start = 0;
  while (bytes[start] === CR || bytes[start] === LF) start += 1;
  return bytes.subarray(start);
}

/** The headers end at the first empty line; a part that begins with one has no headers. */
function splitHead(bytes: Buffer): { headers: MailHeaders; body: Buffer } {
  const empty = lineEndAt(bytes, 0);
  if (empty > 0) return { headers: new MailHeaders([]), body: bytes.subarray(empty) };
  for (let at = bytes.indexOf(LF); at !== -1 && at <= MAX_HEAD; at = bytes.indexOf(LF, at + 1)) {
    const end = lineEndAt(bytes, at + 1);
    if (end > 0) return { headers: readHeaders(bytes.toString('latin1', 0, at)), body: bytes.subarray(at + 1 + end) };
  }
  if (bytes.length > MAX_HEAD) throw new UnreadableEmail('headers without end');
  return { headers: readHeaders(bytes.toString('latin1')), body: bytes.subarray(bytes.length) };
}

/** Returns the length of the line end; 0 if there is none. */
function lineEndAt(bytes: Buffer, at: number): number {
  if (bytes[at] === LF) return 1;
  return bytes[at] === CR && bytes[at + 1] === LF ? 2 : 0;
}

function readHeaders(head: string): MailHeaders {
  const lines: [name: string, value: string][] = [];
  for (const line of head.split('\n')) {
    const last = lines.at(-1);
    if ((line.startsWith(' ') || line.startsWith('\t')) && last) {
      if (last[1].length < MAX_VALUE_LENGTH) last[1] = `${last[1]} ${line.slice(0, MAX_VALUE_LENGTH).trim()}`.trim();
      continue;
    }
    // Lines that are not headers (`From ` of an mbox file) are skipped.
    const name = HEADER.exec(line.slice(0, 200))?.[1];
    if (name === undefined) continue;
    if (lines.length === MAX_HEADERS) throw new UnreadableEmail('too many headers');
    lines.push([name.toLowerCase(), line.slice(line.indexOf(':') + 1, MAX_VALUE_LENGTH).trim()]);
  }
  return new MailHeaders(lines);
}

function contentType(header: string | null): [type: string, parameters: Map<string, string>] {
  const value = (header ?? '').slice(0, 2_000);
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare] of value.matchAll(PARAMETER))
    // RFC 2231 charsets and continuations (`boundary*=us-ascii''x`) are not supported: reports do not use them.
    if (!parameters.has(name.toLowerCase()))
      parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '');
  const type = /^[\w.+-]+\/[\w.+-]+/.exec(value.trim())?.[0].toLowerCase() ?? 'text/plain';
  return [type, parameters];
}

/** Splits a multipart at its delimiter lines; without a closing one the last part extends to the end. */
function splitParts(body: Buffer, boundary: string): Buffer[] {
  if (boundary.length > MAX_BOUNDARY_LENGTH) throw new UnreadableEmail('a boundary that is too long');
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Buffer[] = [];
  let begun: number | null = null;
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== LF) continue;
    let end = at + delimiter.length;
    const isLast = body[end] === DASH && body[end + 1] === DASH;
    if (isLast) end += 2;
    // The boundary of an inner multipart may start with this one; trailing spaces are allowed.
    for (let blanks = 0; blanks < MAX_BLANKS && (body[end] === SPACE || body[end] === TAB); blanks += 1) end += 1;
    if (end < body.length && body[end] !== CR && body[end] !== LF) continue;
    const lineEnd = body.indexOf(LF, end);
    if (begun !== null) parts.push(body.subarray(begun, Math.max(begun, body[at - 2] === CR ? at - 2 : at - 1)));
    if (parts.length > MAX_PARTS) throw new UnreadableEmail(`more than ${MAX_PARTS} parts`);
    if (isLast || lineEnd === -1) return parts;
    begun = lineEnd + 1;
  }
  if (begun !== null) parts.push(body.subarray(begun));
  return parts;
}
