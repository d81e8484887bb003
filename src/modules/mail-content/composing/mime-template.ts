import { createHash } from 'node:crypto';
import { type MailAttachment, attachmentPart, encodeBase64Lines } from '../../../platform/mime/attachment-part.js';
import { encodeQuotedPrintable, SOFT_BREAK } from '../../../platform/mime/quoted-printable.js';
import type { FilledPart, PartTemplate, Piece } from '../rendering/part-template.js';
import type { LoadedContent } from '../rendering/contents.service.js';
import type { FilledEmail } from '../rendering/renderer.js';
import { type MailHeader, wordsHeader } from '../../../platform/mime/mail-headers.js';

/**
 * The body of every email of one content (RFC 2046): text and HTML as alternatives, images that the HTML shows in one
 * part with it (RFC 2387), and other files beside them. Fixed parts are encoded once. The bytes are already in the
 * canonical form of DKIM's `relaxed`.
 */
export class MimeTemplate {
  readonly contentType: MailHeader;
  private readonly opening: Buffer;
  private readonly text: TextPart;
  private readonly between: Buffer;
  private readonly html: TextPart;
  private readonly closing: Buffer;

  constructor({ renderer, attachments }: Pick<LoadedContent, 'renderer' | 'attachments'>) {
    // `=_` occurs neither in quoted-printable nor in base64, so no value can end a part. The rest is deterministic, so
    // a repeated email has the same boundaries.
    const digest = createHash('sha256')
      .update(JSON.stringify([renderer.text.pieces, renderer.html.pieces]))
      .digest('hex');
    const inner = `=_alternative_${digest.slice(0, 24)}`;
    const outer = `=_mixed_${digest.slice(0, 24)}`;
    const alternative = multipart('alternative', inner);
    this.text = textPart(renderer.text);
    this.html = textPart(renderer.html);
    const pictures = attachments.filter(({ inlineId = null }) => inlineId !== null);
    const files = attachments.filter(({ inlineId = null }) => inlineId === null);
    const together = `=_related_${digest.slice(0, 24)}`;
    const related = multipart('related', together, ['type="text/html";']);
    const ofPictures = `${related.name}: ${related.value}\r\n\r\n--${together}\r\n`;
    const opening = `--${inner}\r\n${partHead('plain', this.text)}`;
    this.between = ascii(`\r\n--${inner}\r\n${pictures.length > 0 ? ofPictures : ''}${partHead('html', this.html)}`);
    const closing = Buffer.concat([...partsBehind(together, pictures), ascii(`\r\n--${inner}--\r\n`)]);
    if (files.length === 0) {
      this.contentType = alternative;
      this.opening = ascii(opening);
      this.closing = closing;
      return;
    }
    this.contentType = multipart('mixed', outer);
    this.opening = ascii(`--${outer}\r\n${alternative.name}: ${alternative.value}\r\n\r\n${opening}`);
    this.closing = Buffer.concat([closing, ...partsBehind(outer, files), ascii('\r\n')]);
  }

  /** Writes the body of one email, with room for its headers. */
  write({ text, html }: Pick<FilledEmail, 'text' | 'html'>, headRoom: number): Buffer {
    const chunks = [this.opening, ...this.text.encode(text), this.between, ...this.html.encode(html), this.closing];
    const mail = Buffer.allocUnsafe(chunks.reduce((length, chunk) => length + chunk.length, headRoom));
    let length = headRoom;
    for (const chunk of chunks) length += chunk.copy(mail, length);
    return mail;
  }
}

function multipart(subtype: string, boundary: string, parameters: readonly string[] = []): MailHeader {
  return wordsHeader('Content-Type', [`multipart/${subtype};`, ...parameters, `boundary="${boundary}"`]);
}

/** Returns the files after the preceding parts, and the end; empty without files. */
function partsBehind(boundary: string, files: readonly MailAttachment[]): Buffer[] {
  if (files.length === 0) return [];
  return [
    ...files.flatMap((file) => [ascii(`\r\n--${boundary}\r\n`), attachmentPart(file)]),
    ascii(`\r\n--${boundary}--`),
  ];
}

function partHead(subtype: string, { transferEncoding }: TextPart): string {
  return `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${transferEncoding}\r\n\r\n`;
}

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

const LF = 0x0a;

/** The encoded body of one part: fixed pieces are encoded once, slots for each email. */
interface TextPart {
  readonly transferEncoding: 'quoted-printable' | 'base64';
  /** Returns chunks to be concatenated. */
  encode(filled: FilledPart): readonly Buffer[];
}

/** Chooses the encoding by the fixed text: quoted-printable, unless most of it is not ASCII. */
function textPart({ pieces }: PartTemplate): TextPart {
  const texts = pieces.map((piece) => (piece.kind === 'text' ? piece.text : ''));
  const quoted = new QuotedPrintablePart(pieces);
  const asBase64 = (Buffer.byteLength(texts.join('').replace(/\n/g, '\r\n')) * 4) / 3;
  return quoted.fixedLength > asBase64 * (78 / 76) ? new Base64Part(pieces) : quoted;
}

/** The bytes of each fixed piece; null for slots. */
type FixedPieces = readonly (Buffer | null)[];

/**
 * Puts a slot between soft line breaks, so that it and the following text start on a new line. So fixed pieces do not
 * depend on the slots.
 */
class QuotedPrintablePart implements TextPart {
  readonly transferEncoding = 'quoted-printable';
  readonly fixedLength: number;
  private readonly fixed: FixedPieces;

  constructor(pieces: readonly Piece[]) {
    this.fixed = pieces.map((piece, index) => {
      if (piece.kind !== 'text') return null;
      const encoded = encodeQuotedPrintable(piece.text);
      return index === 0 ? Buffer.from(encoded) : Buffer.concat([SOFT_BREAK, encoded]);
    });
    this.fixedLength = this.fixed.reduce((length, bytes) => length + (bytes?.length ?? 0), 0);
  }

  encode({ slots, pieces }: FilledPart): Buffer[] {
    const chunks: Buffer[] = [];
    let slot = 0;
    for (let index = 0; index < pieces; index += 1) {
      const fixed = this.fixed[index];
      // No soft line break is needed at the very beginning or after a line end.
      const begun = chunks.at(-1);
      const onNewLine = begun === undefined || begun[begun.length - 1] === LF;
      if (fixed) {
        chunks.push(onNewLine && index > 0 ? fixed.subarray(SOFT_BREAK.length) : fixed);
        continue;
      }
      const value = slots[slot] ?? '';
      slot += 1;
      if (value === '') continue;
      if (!onNewLine) chunks.push(SOFT_BREAK);
      chunks.push(encodeQuotedPrintable(value));
    }
    return chunks;
  }
}

/** Every byte shifts what follows, so only the characters are encoded in advance. */
class Base64Part implements TextPart {
  readonly transferEncoding = 'base64';
  private readonly fixed: FixedPieces;

  constructor(pieces: readonly Piece[]) {
    this.fixed = pieces.map((piece) => (piece.kind === 'text' ? withCrlf(piece.text) : null));
  }

  encode({ slots, pieces }: FilledPart): Buffer[] {
    let slot = 0;
    const chunks = this.fixed.slice(0, pieces).map((fixed) => fixed ?? withCrlf(slots[slot++] ?? ''));
    return [encodeBase64Lines(Buffer.concat(chunks))];
  }
}

const withCrlf = (text: string): Buffer => Buffer.from(text.replace(/\n/g, '\r\n'), 'utf8');
