import { decodeQuotedPrintable } from '../../../platform/mime/quoted-printable.js';

const ENCODED_WORD = /=\?([\w.:-]{1,40})(?:\*[\w-]{1,20})?\?([bq])\?([^?\s]{0,2000})\?=/gi;
const BETWEEN_WORDS = /(\?=)[ \t]{1,40}(?==\?)/g;

/** Decodes bytes: an unknown charset as Latin-1, invalid bytes as U+FFFD. */
export function decodeCharset(bytes: Buffer, charset: string | undefined): string {
  const label = (charset ?? 'utf-8').trim().toLowerCase();
  try {
    return new TextDecoder(label === 'us-ascii' ? 'utf-8' : label).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** RFC 2045 section 6. An unknown encoding is not decoded. */
export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return Buffer.from(bytes.toString('latin1'), 'base64');
    case 'quoted-printable':
      return decodeQuotedPrintable(bytes.toString('latin1'));
    default:
      return bytes;
  }
}

/** Decodes a header, read as Latin-1: its words (RFC 2047), and UTF-8 that stands there as it is (RFC 6532). */
export function decodeWords(header: string): string {
  return unicodeOf(header)
    .replace(BETWEEN_WORDS, '$1')
    .replace(ENCODED_WORD, (_word, charset: string, encoding: string, text: string) => {
      const isBase64 = encoding.toLowerCase() === 'b';
      return decodeCharset(
        isBase64 ? Buffer.from(text, 'base64') : decodeQuotedPrintable(text.replaceAll('_', ' ')),
        charset,
      );
    });
}

function unicodeOf(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}
