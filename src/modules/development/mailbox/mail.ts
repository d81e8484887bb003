import { DomUtils, parseDocument } from 'htmlparser2';
import PostalMime, { type Email } from 'postal-mime';
import { withoutEnding } from '../../../platform/text/without-ending.js';

type Document = ReturnType<typeof parseDocument>;

export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  /** Set for inline images. */
  readonly contentId: string | null;
}

export interface Mail {
  readonly from: string;
  readonly subject: string;
  /** As lists of email clients show it: the preheader, or else the first words. */
  readonly preview: string;
  /** All words of the text part, or else of the HTML. */
  readonly words: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly html: string | null;
  readonly text: string | null;
  /** The distinct link targets of both parts, in order. */
  readonly links: readonly string[];
  readonly attachments: readonly MailAttachment[];
}

/** Decodes an email. An unreadable one has no parts, but its source can be viewed. */
export async function readEmail(source: Buffer): Promise<Mail> {
  const email: Partial<Email> = await PostalMime.parse(source).catch(() => ({}));
  const { html = null, text = null, headers = [], attachments = [], subject = '' } = email;
  const document = parseDocument(html ?? '');
  const words = wordsIn(document);
  return {
    from: senderOf(email),
    subject,
    preview: previewOf(words || (text ?? '')),
    words: text ?? words,
    headers: headers.map(({ originalKey: name, value }) => ({ name, value: PostalMime.decodeWords(value) })),
    html,
    text,
    links: linksOf(document, text),
    attachments: attachments.map((attachment) => ({
      name: attachment.filename ?? 'unnamed',
      type: attachment.mimeType,
      content: Buffer.from(attachment.content as ArrayBuffer),
      contentId: attachment.contentId?.replace(/^<|>$/g, '') ?? null,
    })),
  };
}

function senderOf({ from }: Partial<Email>): string {
  const { name = '', address = '' } = from ?? {};
  return name === '' ? address : `${name} <${address}>`;
}

const PREVIEW_LENGTH = 150;
const UNSEEN = ['script', 'style', 'title'];
/** Invisible characters that keep the body out of the preview. */
const PADDING = /(?:(?:\u00ad|\u034f|\u2007|[\u200b-\u200d]|\ufeff)\s*){4,}/;
const URL_IN_TEXT = /https?:\/\/[^\s<>"')\]]+/g;

function previewOf(words: string): string {
  const parts = words.split(PADDING).map((part) => part.replace(/\s+/g, ' ').trim());
  return parts.find((part) => part !== '')?.slice(0, PREVIEW_LENGTH) ?? '';
}

function wordsIn(document: Document): string {
  for (const each of DomUtils.getElementsByTagName((name) => UNSEEN.includes(name), document))
    DomUtils.removeElement(each);
  const texts = DomUtils.filter((node) => DomUtils.isText(node), document);
  return texts.map((node) => DomUtils.textContent(node)).join(' ');
}

function linksOf(document: Document, text: string | null): string[] {
  const inHtml = DomUtils.getElementsByTagName('a', document).flatMap(({ attribs }) => attribs['href']?.trim() ?? []);
  const inText = [...(text ?? '').matchAll(URL_IN_TEXT)].map(([url]) => withoutEnding(url, '.,;:!?'));
  return [...new Set([...inHtml, ...inText])].filter((link) => /^(https?|mailto):/i.test(link));
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
