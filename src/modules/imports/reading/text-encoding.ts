import { isAscii, isUtf8 } from 'node:buffer';

/** How the letters of a file are to be read; a name that `TextDecoder` knows. */
export interface TextEncoding {
  readonly name: string;
  /** Some letters cannot be read, so that a replacement stands in their place. */
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

/** So many letters say enough; nobody counts on. */
const ENOUGH = 1_000;
/** So many sound letters outweigh a broken one: in a file of another encoding there is hardly one that is sound by chance. */
const SOUND_PER_BROKEN = 20;
const MOST_CONTROLS = 0.05;
const FEW_CONTROLS = 10;

/**
 * Finds out how a file is written while its bytes pass by. That it is UTF-8 is known at its end only: a thousand rows of
 * English names may come before the first accent.
 */
export class EncodingWatch {
  private head = Buffer.alloc(0);
  /** The beginning of a letter of which the rest is still to come. */
  private carried = Buffer.alloc(0);
  private sound = 0;
  private broken = 0;

  push(chunk: Buffer): void {
    if (this.head.length < HEAD) this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD - this.head.length)]);
    if (this.carried.length === 0 && isAscii(chunk)) return;
    const bytes = this.carried.length === 0 ? chunk : Buffer.concat([this.carried, chunk]);
    const cut = bytes.length - unfinishedAtEnd(bytes);
    const whole = bytes.subarray(0, cut);
    this.carried = Buffer.from(bytes.subarray(cut));
    if (isUtf8(whole) && this.sound >= ENOUGH) return;
    const { sound, broken } = lettersOf(whole);
    this.sound += sound;
    this.broken += broken;
  }

  /** What the file is instead of text, as far as its first bytes tell; null when nothing speaks against it. */
  get otherThanText(): string | null {
    for (const [bytes, what] of SIGNATURES) {
      const signature = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : Buffer.from(bytes);
      if (this.head.subarray(0, signature.length).equals(signature)) return what;
    }
    return HTML.test(this.head.toString('latin1')) ? 'is an HTML page, not a table' : null;
  }

  /** @returns null for bytes that are no text in any encoding that could be told from them. */
  encoding(): TextEncoding | null {
    if (this.head.subarray(0, 3).equals(UTF8_MARK)) return { name: 'utf-8', damaged: this.broken > 0 };
    for (const [name, mark] of Object.entries(UTF16_MARKS))
      if (this.head.subarray(0, 2).equals(mark)) return { name, damaged: false };
    const wide = wideEncodingOf(this.head);
    if (wide !== null) return { name: wide, damaged: false };
    const controls = shareOf(this.head, isControl);
    // A small file may be damaged, too.
    if (controls > MOST_CONTROLS && controls * this.head.length > FEW_CONTROLS) return null;
    const broken = this.broken + (this.carried.length > 0 ? 1 : 0);
    if (broken === 0) return { name: 'utf-8', damaged: false };
    if (this.sound >= SOUND_PER_BROKEN * broken) return { name: 'utf-8', damaged: true };
    // Latin-1 with the letters that Windows has where Latin-1 has none.
    return { name: 'windows-1252', damaged: false };
  }
}

/** UTF-16 without a mark: every other byte of what is mostly English is zero. */
function wideEncodingOf(head: Buffer): string | null {
  const even = Buffer.from(head.filter((_byte, index) => index % 2 === 0));
  const odd = Buffer.from(head.filter((_byte, index) => index % 2 === 1));
  const [evenZeros, oddZeros] = [shareOf(even, isZero), shareOf(odd, isZero)];
  if (oddZeros > 0.5 && evenZeros < 0.05) return 'utf-16le';
  return evenZeros > 0.5 && oddZeros < 0.05 ? 'utf-16be' : null;
}

const isZero = (byte: number): boolean => byte === 0;
/** Tabs, line ends, form feeds, escapes and the end of a file of old are met in texts. */
const isControl = (byte: number): boolean =>
  (byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1a && byte !== 0x1b) || byte === 0x7f;

function shareOf(bytes: Buffer, is: (byte: number) => boolean): number {
  if (bytes.length === 0) return 0;
  let count = 0;
  for (const byte of bytes) if (is(byte)) count += 1;
  return count / bytes.length;
}

/** How many bytes the letter has that begins with this one; 0 when none does. */
function lengthOfLetter(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

const follows = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** How many bytes at the end are the beginning of a letter. */
function unfinishedAtEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (follows(byte)) continue;
    return lengthOfLetter(byte) > back ? back : 0;
  }
  return 0;
}

/** Letters of several bytes that are sound UTF-8, and bytes that are not. */
function lettersOf(bytes: Buffer): { sound: number; broken: number } {
  let [sound, broken] = [0, 0];
  for (let place = 0; place < bytes.length;) {
    const length = lengthOfLetter(bytes[place] ?? 0);
    let complete = length > 0;
    for (let at = 1; at < length; at += 1) complete &&= follows(bytes[place + at]);
    if (complete && length > 1) sound += 1;
    if (!complete) broken += 1;
    place += complete ? length : 1;
  }
  return { sound, broken };
}
