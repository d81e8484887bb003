import { encodeBase64Lines } from './base64-lines.js';
import { encodedWords, needsEncoding } from './encoded-words.js';
import { type MailHeader, wordsHeader } from './mail-headers.js';

/** A file as it goes into a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
  /** What the HTML calls it (`cid:`) where it shows it itself; absent or null for a file that only goes along. */
  readonly inlineId?: string | null;
}

const SHORT_PLAIN_NAME = /^[A-Za-z0-9 ._-]{1,60}$/;
/** Of a percent-encoded name on one line, with the name of its parameter before it. */
const NAME_PIECE = 48;

/** Header and body of a file, attached or shown by the HTML, without a line end behind its last line. */
export function attachmentPart({ filename, contentType, content, inlineId = null }: MailAttachment): Buffer {
  const headers = [
    wordsHeader('Content-Type', [`${contentType};`, ...namedForOldPrograms(filename)]),
    wordsHeader('Content-Transfer-Encoding', ['base64']),
    ...(inlineId === null ? [] : [wordsHeader('Content-ID', [`<${inlineId}>`])]),
    wordsHeader('Content-Disposition', [
      inlineId === null ? 'attachment;' : 'inline;',
      ...filenameParameters(filename),
    ]),
  ];
  return Buffer.concat([Buffer.from(`${writtenHeaders(headers)}\r\n`, 'latin1'), encodeBase64Lines(content)]);
}

export function writtenHeaders(headers: readonly MailHeader[]): string {
  return headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
}

/** Programs that know nothing of RFC 2231 look here for an encoded word, which no standard foresees. */
function namedForOldPrograms(filename: string): string[] {
  if (SHORT_PLAIN_NAME.test(filename)) return [`name="${filename}"`];
  const words = needsEncoding(filename) || /["\\]/.test(filename) ? encodedWords(filename, NAME_PIECE) : [filename];
  return `name="${words.join(' ')}"`.split(' ');
}

/** RFC 2231: percent-encoded UTF-8, in numbered pieces where it is long. */
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
