import { isAscii } from 'node:buffer';

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

/** U+FFFD, which the decoder writes for invalid bytes, as its bytes in UTF-8. */
const REPLACEMENT = '\u00ef\u00bf\u00bd';
const BEYOND_ASCII = /\P{ASCII}/gu;

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
  private readonly decoder = new TextDecoder('utf-8');
  /** The end of the last chunk. */
  private tail = Buffer.alloc(0);
  private valid = 0;
  private broken = 0;

  push(chunk: Buffer): void {
    if (this.head.length < HEAD) this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD - this.head.length)]);
    const text = this.decoder.decode(chunk, { stream: true });
    const bytes = Buffer.concat([this.tail, chunk]);
    this.tail = bytes.subarray(-2);
    const replaced = text.split('\ufffd').length - 1;
    if (replaced === 0 && (isAscii(chunk) || this.valid >= ENOUGH)) return;
    // A file may contain replacement characters of its own.
    const own = bytes.toString('latin1').split(REPLACEMENT).length - 1;
    this.broken += replaced - own;
    this.valid += (text.match(BEYOND_ASCII)?.length ?? 0) - replaced + own;
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
    const broken = this.broken + this.decoder.decode().length;
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
