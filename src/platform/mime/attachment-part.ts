import { encodedWords, needsEncoding, type MailHeader, wordsHeader } from './mail-headers.js';

export interface MailAttachment {
  readonly filename: string;
  /** With its parameters, in ASCII, except for the name. */
  readonly contentType: string;
  readonly content: Buffer;
  /** Content-ID (`cid:`) of inline files; absent or null for attachments. */
  readonly inlineId?: string | null;
}

const SHORT_PLAIN_NAME = /^[A-Za-z0-9 ._-]{1,60}$/;
/** Maximum length of a percent-encoded name on one line, with its parameter name. */
const NAME_PIECE = 48;

/** Renders header and body of a file without a trailing line break. */
export function attachmentPart({ filename, contentType, content, inlineId = null }: MailAttachment): Buffer {
  const headers = [
    wordsHeader('Content-Type', [...`${contentType};`.split(' '), ...namedForOldPrograms(filename)]),
    wordsHeader('Content-Transfer-Encoding', ['base64']),
    ...(inlineId === null ? [] : [wordsHeader('Content-ID', [`<${inlineId}>`])]),
    wordsHeader('Content-Disposition', [
      `${inlineId === null ? 'attachment' : 'inline'};`,
      ...filenameParameters(filename),
    ]),
  ];
  return Buffer.concat([Buffer.from(`${writtenHeaders(headers)}\r\n`, 'latin1'), encodeBase64Lines(content)]);
}

export function writtenHeaders(headers: readonly MailHeader[]): string {
  return headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
}

/** Encoded word for programs without RFC 2231, which no standard defines. */
function namedForOldPrograms(filename: string): string[] {
  if (SHORT_PLAIN_NAME.test(filename)) return [`name="${filename}"`];
  const words = needsEncoding(filename) || /["\\]/.test(filename) ? encodedWords(filename, NAME_PIECE) : [filename];
  return `name="${words.join(' ')}"`.split(' ');
}

/** RFC 2231: percent-encoded UTF-8, in numbered sections if long. */
function filenameParameters(filename: string): string[] {
  if (SHORT_PLAIN_NAME.test(filename)) return [`filename="${filename}"`];
  const pieces: string[] = [];
  let piece = `utf-8''`;
  for (const character of filename) {
    const encoded = percentEncoded(character);
    if (piece.length + encoded.length > NAME_PIECE) {
      pieces.push(piece);
      piece = '';
    }
    piece += encoded;
  }
  pieces.push(piece);
  if (pieces.length === 1) return [`filename*=${piece}`];
  return pieces.map((part, index) => `filename*${index}*=${part}${index === pieces.length - 1 ? '' : ';'}`);
}

function percentEncoded(character: string): string {
  if (/[A-Za-z0-9._-]/.test(character)) return character;
  return Buffer.from(character, 'utf8').toString('hex').toUpperCase().replace(/../g, '%$&');
}

const LINE = 76;
const CRLF = Buffer.from('\r\n');

/** Base64 in lines of 76 characters (RFC 2045 section 6.8), without a trailing line break. */
export function encodeBase64Lines(bytes: Buffer): Buffer {
  const text = Buffer.from(bytes.toString('base64'), 'latin1');
  const lines = Math.max(Math.ceil(text.length / LINE), 1);
  const output = Buffer.allocUnsafe(text.length + (lines - 1) * 2);
  let length = text.copy(output, 0, 0, LINE);
  for (let start = LINE; start < text.length; start += LINE) {
    length += CRLF.copy(output, length);
    length += text.copy(output, length, start, start + LINE);
  }
  return output;
}
