import type { MailAttachment } from '../../../platform/mime/attachment-part.js';
import { withoutEnding } from '../../../platform/text/without-ending.js';

export interface UploadedFile {
  readonly filename: string;
  readonly contentType: string;
  readonly contentBase64: string;
}

/** A stored file without its content. */
export interface StoredAttachment {
  readonly id: number;
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
}

export const MAX_FILES = 10;
export const MAX_BYTES_TOGETHER = 5 * 1024 * 1024;

/**
 * Executable file types. Large mailbox providers refuse emails with them, which would also harm the sender's
 * reputation.
 */
const REFUSED_ENDINGS: ReadonlySet<string> = new Set(
  (
    'ade adp apk appx appxbundle bat cab chm cmd com cpl dll dmg ex ex_ exe hta ins iso isp jar js jse lib lnk mde msc ' +
    'msi msix msp mst nsh pif ps1 scr sct shb sys vb vbe vbs vhd vxd wsc wsf wsh xll'
  ).split(' '),
);

// No path, no control characters, and nothing that changes the text direction (`gpj.exe` backwards).
// oxlint-disable-next-line no-control-regex
const UNSAFE_IN_NAME = /[\u0000-\u001f\u007f-\u009f/\\\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,62}$/i;
/** Types of MIME structure: a mail program would take them apart instead of offering the file. */
const STRUCTURAL_TYPE = /^(multipart|message)\//i;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The decoded file, or the errors by member. */
export type ReadFile = { readonly file: MailAttachment } | { readonly faults: Readonly<Record<string, string>> };

/** Decodes one file. The caller checks the total size. */
export function readFile({ filename, contentType, contentBase64 }: UploadedFile): ReadFile {
  const faults: Record<string, string> = {};
  const name = filename.trim();
  if (name === '' || name === '.' || name === '..') faults['filename'] = 'is required';
  else if (UNSAFE_IN_NAME.test(name))
    faults['filename'] = 'must be a plain file name, without a path or control characters';
  else if (REFUSED_ENDINGS.has(endingOf(name)))
    faults['filename'] = `mailbox providers refuse emails with .${endingOf(name)} files`;
  if (!MEDIA_TYPE.test(contentType)) faults['content_type'] = 'must be a media type such as application/pdf';
  else if (STRUCTURAL_TYPE.test(contentType)) faults['content_type'] = 'must not be multipart or message';
  const content = decoded(contentBase64);
  if (content === null) faults['content_base64'] = 'must be base64';
  else if (content.length === 0) faults['content_base64'] = 'must not be empty';
  if (content === null || Object.keys(faults).length > 0) return { faults };
  return { file: { filename: name, contentType: contentType.toLowerCase(), content } };
}

/** Returns the extension. Windows drops trailing dots and spaces, so `a.exe. ` is a program too. */
function endingOf(filename: string): string {
  return (/\.([^.]+)$/.exec(withoutEnding(filename, '. '))?.[1] ?? '').toLowerCase();
}

/** @returns null for invalid base64; line breaks are ignored. */
function decoded(base64: string): Buffer | null {
  const text = base64.replace(/[\r\n\t ]+/g, '');
  const unpadded = withoutEnding(text, '=');
  if (!BASE64.test(text) || unpadded.length % 4 === 1 || (text.length !== unpadded.length && text.length % 4 !== 0))
    return null;
  return Buffer.from(text, 'base64');
}
