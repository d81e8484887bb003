import { Parser } from 'htmlparser2';
import PostalMime from 'postal-mime';
import { withoutEnding } from '../../../platform/text/without-ending.js';

export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  /** Set for inline images. */
  readonly contentId: string | null;
}

export interface Mail {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly html: string | null;
  readonly text: string | null;
  /** The distinct link targets of both parts, in order. */
  readonly links: readonly string[];
  readonly attachments: readonly MailAttachment[];
}

/** Decodes an email. An unreadable one has no parts, but its source can be viewed. */
export async function readEmail(source: Buffer): Promise<Mail> {
  const email = await PostalMime.parse(source).catch(() => null);
  const html = email?.html ?? null;
  const text = email?.text ?? null;
  return {
    headers: (email?.headers ?? []).map(({ originalKey, value }) => ({
      name: originalKey,
      value: PostalMime.decodeWords(value),
    })),
    html,
    text,
    links: linksOf(html, text),
    attachments: (email?.attachments ?? []).map((attachment) => ({
      name: attachment.filename ?? 'unnamed',
      type: attachment.mimeType,
      content: toBuffer(attachment.content),
      contentId: attachment.contentId?.replace(/^<|>$/g, '') ?? null,
    })),
  };
}

const MAX_HEADER = 64 * 1024;

/** Reads sender and subject from the headers only, because this runs for every email. */
export async function readSummary(source: Buffer): Promise<{ from: string; subject: string }> {
  const end = source.indexOf('\r\n\r\n');
  const header = source.subarray(0, Math.min(end < 0 ? source.length : end + 4, MAX_HEADER));
  const email = await PostalMime.parse(header).catch(() => null);
  const from = email?.from;
  const name = from?.name ?? '';
  const address = from?.address ?? '';
  return { from: name === '' ? address : `${name} <${address}>`, subject: email?.subject ?? '' };
}

const URL_IN_TEXT = /https?:\/\/[^\s<>"')\]]+/g;

function linksOf(html: string | null, text: string | null): string[] {
  const inHtml: string[] = [];
  let element = '';
  const parser = new Parser({
    onopentagname: (name) => (element = name),
    onattribute: (name, value) => element === 'a' && name === 'href' && inHtml.push(value.trim()),
  });
  parser.end(html ?? '');
  const inText = [...(text ?? '').matchAll(URL_IN_TEXT)].map(([url]) => withoutEnding(url, '.,;:!?'));
  return [...new Set([...inHtml, ...inText])].filter((link) => /^(https?|mailto):/i.test(link));
}

function toBuffer(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

/** Returns the HTML part as a document: links leave the frame, and inline images are embedded. */
export function standaloneHtml({ html, attachments }: Mail): string {
  const withPictures = attachments.reduce(
    (text, { contentId, type, content }) =>
      contentId === null
        ? text
        : text.replaceAll(`cid:${contentId}`, () => `data:${type};base64,${content.toString('base64')}`),
    html ?? '',
  );
  const base = '<base target="_top">';
  if (/<head[\s>]/i.test(withPictures)) return withPictures.replace(/<head(?:\s[^>]*)?>/i, (head) => head + base);
  if (/<html[\s>]/i.test(withPictures)) return withPictures.replace(/<html(?:\s[^>]*)?>/i, (root) => root + base);
  return `<!doctype html>${base}${withPictures}`;
}
