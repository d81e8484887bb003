import { createHash } from 'node:crypto';
import { type MailAttachment, attachmentPart } from '../../../platform/mime/attachment-part.js';
import type { LoadedContent } from '../rendering/contents.service.js';
import type { FilledEmail } from '../rendering/renderer.js';
import { type MailHeader, wordsHeader } from '../../../platform/mime/mail-headers.js';
import { type TextPart, textPart } from './text-part.js';

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
