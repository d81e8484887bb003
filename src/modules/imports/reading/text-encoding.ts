import { isAscii, isUtf8 } from 'node:buffer';

/** The encoding of a file; a name that `TextDecoder` knows. */
export interface TextEncoding {
  readonly name: string;
  /** Whether some characters are invalid and become replacement characters. */
  readonly damaged: boolean;
}

const HEAD = 4_096;

const SIGNATURES: readonly (readonly [bytes: string | readonly number[], what: string])[] = [
  ['PK\u0003\u0004', 'is a ZIP archive or an Excel workbook (.xlsx); save it as CSV'],
  ['PK\u0005\u0006', 'is an empty ZIP archive'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'is an old Excel workbook (.xls) or another Office document; save it as CSV'],
  [[0x1f, 0x8b], 'is compressed (gzip); unpack it first'],
  ['BZh', 'is compressed (bzip2); unpack it first'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'is compressed (xz); unpack it first'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'is compressed (zstd); unpack it first'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'is a 7-Zip archive; unpack it first'],
  ['Rar!', 'is a RAR archive; unpack it first'],
  ['%PDF-', 'is a PDF document, not a table'],
  ['{\\rtf', 'is a text document (.rtf), not a table'],
  [[0x89, 0x50, 0x4e, 0x47], 'is a picture, not a table'],
  [[0xff, 0xd8, 0xff], 'is a picture, not a table'],
  ['GIF8', 'is a picture, not a table'],
  ['SQLite format 3', 'is a database, not a table as text'],
];
const HTML = /^\s*(?:<!doctype html|<html)/i;

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16_MARKS = { 'utf-16le': Buffer.from([0xff, 0xfe]), 'utf-16be': Buffer.from([0xfe, 0xff]) } as const;

/** With this many valid multi-byte characters, valid chunks are no longer counted. */
const ENOUGH = 1_000;
/** Ratio of valid to invalid characters that proves UTF-8: in another encoding hardly any is valid by chance. */
const SOUND_PER_BROKEN = 20;
const MAX_CONTROLS = 0.05;
const FEW_CONTROLS = 10;

/** Detects the encoding while the bytes pass. UTF-8 is only certain at the end: the first accent may come late. */
export class EncodingDetector {
  private head = Buffer.alloc(0);
  /** An incomplete character at the end of the last chunk. */
  private carried = Buffer.alloc(0);
  private valid = 0;
  private broken = 0;

  push(chunk: Buffer): void {
    if (this.head.length < HEAD) this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD - this.head.length)]);
    if (this.carried.length === 0 && isAscii(chunk)) return;
    const bytes = this.carried.length === 0 ? chunk : Buffer.concat([this.carried, chunk]);
    const cut = bytes.length - unfinishedAtEnd(bytes);
    const whole = bytes.subarray(0, cut);
    this.carried = Buffer.from(bytes.subarray(cut));
    if (isUtf8(whole) && this.valid >= ENOUGH) return;
    const { valid, broken } = lettersOf(whole);
    this.valid += valid;
    this.broken += broken;
  }

  /** Returns what the file is by its signature, if it is not text; otherwise null. */
  get nonTextReason(): string | null {
    for (const [bytes, what] of SIGNATURES) {
      const signature = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : Buffer.from(bytes);
      if (this.head.subarray(0, signature.length).equals(signature)) return what;
    }
    return HTML.test(this.head.toString('latin1')) ? 'is an HTML page, not a table' : null;
  }

  /** @returns null if the bytes are not text in a detectable encoding. */
  encoding(): TextEncoding | null {
    if (this.head.subarray(0, 3).equals(UTF8_MARK)) return { name: 'utf-8', damaged: this.broken > 0 };
    for (const [name, mark] of Object.entries(UTF16_MARKS))
      if (this.head.subarray(0, 2).equals(mark)) return { name, damaged: false };
    const wide = wideEncodingOf(this.head);
    if (wide !== null) return { name: wide, damaged: false };
    const controls = shareOf(this.head, isControl);
    // A small file may contain a few.
    if (controls > MAX_CONTROLS && controls * this.head.length > FEW_CONTROLS) return null;
    const broken = this.broken + (this.carried.length > 0 ? 1 : 0);
    if (broken === 0) return { name: 'utf-8', damaged: false };
    if (this.valid >= SOUND_PER_BROKEN * broken) return { name: 'utf-8', damaged: true };
    // A superset of printable Latin-1.
    return { name: 'windows-1252', damaged: false };
  }
}

/** Detects UTF-16 without a byte order mark: in mostly English text, every other byte is zero. */
function wideEncodingOf(head: Buffer): string | null {
  const even = Buffer.from(head.filter((_byte, index) => index % 2 === 0));
  const odd = Buffer.from(head.filter((_byte, index) => index % 2 === 1));
  const [evenZeros, oddZeros] = [shareOf(even, isZero), shareOf(odd, isZero)];
  if (oddZeros > 0.5 && evenZeros < 0.05) return 'utf-16le';
  return evenZeros > 0.5 && oddZeros < 0.05 ? 'utf-16be' : null;
}

const isZero = (byte: number): boolean => byte === 0;
/** Tabs, line ends, form feeds, ESC, and SUB (the DOS end of file) occur in text. */
const isControl = (byte: number): boolean =>
  (byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1a && byte !== 0x1b) || byte === 0x7f;

function shareOf(bytes: Buffer, is: (byte: number) => boolean): number {
  if (bytes.length === 0) return 0;
  let count = 0;
  for (const byte of bytes) if (is(byte)) count += 1;
  return count / bytes.length;
}

/** Returns the length of the UTF-8 character that starts with this byte; 0 if invalid. */
function lengthOfLetter(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

const follows = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Returns the number of bytes at the end that start an incomplete character. */
function unfinishedAtEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (follows(byte)) continue;
    return lengthOfLetter(byte) > back ? back : 0;
  }
  return 0;
}

/** Counts valid multi-byte characters and invalid bytes. */
function lettersOf(bytes: Buffer): { valid: number; broken: number } {
  let [valid, broken] = [0, 0];
  for (let place = 0; place < bytes.length;) {
    const length = lengthOfLetter(bytes[place] ?? 0);
    let complete = length > 0;
    for (let at = 1; at < length; at += 1) complete &&= follows(bytes[place + at]);
    if (complete && length > 1) valid += 1;
    if (!complete) broken += 1;
    place += complete ? length : 1;
  }
  return { valid, broken };
}
