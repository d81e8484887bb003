/** RFC 2045 allows 76 characters with the `=` of a soft line break. */
const MAX_LINE_LENGTH = 75;

const LF = 0x0a;
const SPACE = 0x20;
const EQUALS = 0x3d;
const HEX = Buffer.from('0123456789ABCDEF', 'latin1');
const CRLF = Buffer.from('\r\n', 'latin1');
const FROM = Buffer.from('From ', 'latin1');
const DOT = 0x2e;

/** A line that needs no encoding anywhere and fits. */
const PLAIN = /^[!-\-/-<>-EG-~][!-<>-~]{0,74}$/;

export const SOFT_BREAK = Buffer.from('=\r\n', 'latin1');

/** Decodes quoted-printable (RFC 2045 section 6.7), read as Latin-1. What is not encoded stays as it is. */
export function decodeQuotedPrintable(text: string): Buffer {
  const plain = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_hex, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  return Buffer.from(plain, 'latin1');
}

/**
 * Encodes a text with LF line ends, starting at a line start, as quoted-printable (RFC 2045 section 6.7). The result is canonical for
 * DKIM's `relaxed` (RFC 6376 section 3.4.4): no blanks at line ends or in sequence. No line starts with a dot or
 * `From `, which mail servers treat specially.
 * The end is open: further content of the part must start with a soft line break.
 */
export function encodeQuotedPrintable(text: string): Buffer {
  if (PLAIN.test(text)) return Buffer.from(text, 'latin1');
  const input = Buffer.from(text, 'utf8');
  // At most three characters per byte, plus soft line breaks; lines end after at least 64 characters.
  const output = Buffer.allocUnsafe(input.length * 3 + Math.ceil((input.length * 3) / 64) * 3 + 3);
  let length = 0;
  let column = 0;
  for (let index = 0; index < input.length; index += 1) {
    const byte = input[index] ?? 0;
    if (byte === LF) {
      length += CRLF.copy(output, length);
      column = 0;
      continue;
    }
    let plain = staysAsIs(input, index, column === 0 ? null : (output[length - 1] ?? null));
    if (column + (plain ? 1 : encodedWidth(byte)) > MAX_LINE_LENGTH) {
      length += SOFT_BREAK.copy(output, length);
      column = 0;
      plain = staysAsIs(input, index, null);
    }
    if (plain) {
      output[length] = byte;
      length += 1;
      column += 1;
    } else {
      output[length] = EQUALS;
      output[length + 1] = HEX[byte >> 4] ?? 0;
      output[length + 2] = HEX[byte & 15] ?? 0;
      length += 3;
      column += 3;
    }
  }
  return output.subarray(0, length);
}

/** Returns the length of the character that starts with this byte; 0 for continuation bytes. Keeps characters on one line. */
function encodedWidth(byte: number): number {
  if (byte < 0x80) return 3;
  if (byte < 0xc0) return 0;
  if (byte < 0xe0) return 6;
  return byte < 0xf0 ? 9 : 12;
}

/** @param before preceding text on the line; null at its start. */
function staysAsIs(input: Buffer, index: number, before: number | null): boolean {
  const byte = input[index] ?? 0;
  if (byte === SPACE) return index + 1 < input.length && input[index + 1] !== LF && before !== SPACE;
  if (byte < SPACE || byte > 0x7e || byte === EQUALS) return false;
  if (before !== null) return true;
  if (byte === DOT) return false;
  return byte !== FROM[0] || !input.subarray(index, index + FROM.length).equals(FROM);
}
