import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import type { MailAttachment } from '../../../platform/mime/attachment-part.js';
import { withoutEnding } from '../../../platform/text/without-ending.js';

export type { MailAttachment } from '../../../platform/mime/attachment-part.js';

export interface UploadedFile {
  readonly filename: string;
  readonly content_type: string;
  readonly content_base64: string;
}

/** A stored file without its content. */
export interface StoredAttachment {
  readonly id: number;
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
}

export const MAX_FILES = 10;
const MAX_BYTES_TOGETHER = 5 * 1024 * 1024;

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
/** RFC 2045 section 5.1. */
const PARAMETER = /\s*;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([^\s()<>@,;:\\"/[\]?=]+|"(?:[^"\\]|\\.)*")/gy;
/** The column width. */
const TYPE_LENGTH = 127;
/** Types of MIME structure: a mail program would take them apart instead of offering the file. */
const STRUCTURAL_TYPE = /^(multipart|message)\//i;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Stores attachments, each once and unchanged. */
@Injectable()
export class AttachmentsService {
  constructor(private readonly db: Database) {}

  /**
   * Decodes uploaded files.
   * @param field the name of the array in the request; errors contain the index.
   */
  read(files: readonly UploadedFile[], field: string): { files: MailAttachment[]; faults: Record<string, string> } {
    const faults: Record<string, string> = {};
    if (files.length > MAX_FILES) faults[field] = `must hold at most ${MAX_FILES} files`;
    const read = files.slice(0, MAX_FILES).flatMap((uploaded, index) => {
      const result = readFile(uploaded);
      if ('file' in result) return [result.file];
      for (const [member, reason] of Object.entries(result.faults)) faults[`${field}.${index}.${member}`] = reason;
      return [];
    });
    const bytes = read.reduce((sum, { content }) => sum + content.length, 0);
    if (bytes > MAX_BYTES_TOGETHER) faults[field] ??= `must be at most ${MAX_BYTES_TOGETHER} bytes together`;
    return { files: read, faults };
  }

  /**
   * Stores the files; existing ones are reused.
   * @param owner stores separate rows that can be deleted with `forgetOwned`.
   */
  async store(tx: Tx, files: readonly MailAttachment[], owner = ''): Promise<StoredAttachment[]> {
    const stored: StoredAttachment[] = [];
    for (const { filename, contentType, content, inlineId = null } of files) {
      const digest = createHash('sha256').update(`${filename}\0${contentType}\0`).update(content);
      if (owner !== '' || inlineId !== null) digest.update(`\0${owner}\0${inlineId ?? ''}`);
      const digested = digest.digest();
      await tx.execute(
        `INSERT INTO email_attachments (digest, filename, content_type, inline_id, size, content)
         VALUES (:digest, :filename, :contentType, :inlineId, :size, :content)
         ON DUPLICATE KEY UPDATE email_attachments.id = email_attachments.id`,
        { digest: digested, filename, contentType, inlineId, size: content.length, content },
      );
      const [row] = await tx.query<{ id: number }>('SELECT id FROM email_attachments WHERE digest = :digest', {
        digest: digested,
      });
      if (row) stored.push({ id: row.id, filename, contentType, size: content.length });
    }
    return stored;
  }

  /** Attaches files to a frozen content, in order. */
  async freeze(tx: Tx, contentId: number, files: readonly StoredAttachment[]): Promise<void> {
    await tx.insertRows(
      'email_content_attachments',
      ['content_id', 'position', 'attachment_id'],
      files.map(({ id }, position) => [contentId, position, id]),
    );
  }

  /** Deletes contents, and files that were stored for their owner only. */
  async forgetOwned(tx: Tx, contentIds: readonly number[]): Promise<void> {
    const files = await tx.query<{ id: number }>(
      'SELECT DISTINCT attachment_id AS id FROM email_content_attachments WHERE content_id IN (:contentIds)',
      { contentIds },
    );
    if (files.length === 0) return;
    const ids = idsOf(files);
    await tx.execute('DELETE FROM email_content_attachments WHERE content_id IN (:contentIds)', { contentIds });
    await tx.execute(
      `DELETE a FROM email_attachments a
         LEFT JOIN email_content_attachments c ON c.attachment_id = a.id
        WHERE a.id IN (:ids) AND c.attachment_id IS NULL`,
      { ids },
    );
  }

  async ofContent(contentId: number): Promise<MailAttachment[]> {
    return this.db.query<MailAttachment>(
      `SELECT a.filename, a.content_type AS contentType, a.content, a.inline_id AS inlineId
         FROM email_content_attachments c JOIN email_attachments a ON a.id = c.attachment_id
        WHERE c.content_id = :contentId ORDER BY c.position`,
      { contentId },
    );
  }

  /** Returns the files in the order of the references. */
  async load(references: readonly StoredAttachment[], reader: Reader = this.db): Promise<MailAttachment[]> {
    if (references.length === 0) return [];
    const rows = await reader.query<MailAttachment & { readonly id: number }>(
      'SELECT id, filename, content_type AS contentType, content, inline_id AS inlineId FROM email_attachments WHERE id IN (:ids)',
      { ids: idsOf(references) },
    );
    const byId = new Map(rows.map(({ id, ...file }) => [id, file]));
    return references.flatMap(({ id }) => byId.get(id) ?? []);
  }
}

/** The decoded file, or the errors by member. */
type ReadFile = { readonly file: MailAttachment } | { readonly faults: Readonly<Record<string, string>> };

/** Decodes one file. The caller checks the total size. */
export function readFile({ filename, content_type: contentType, content_base64: base64 }: UploadedFile): ReadFile {
  const faults: Record<string, string> = {};
  const name = filename.trim();
  if (name === '' || name === '.' || name === '..') faults['filename'] = 'is required';
  else if (UNSAFE_IN_NAME.test(name))
    faults['filename'] = 'must be a plain file name, without a path or control characters';
  else if (REFUSED_ENDINGS.has(endingOf(name)))
    faults['filename'] = `mailbox providers refuse emails with .${endingOf(name)} files`;
  const type = typeOf(contentType);
  const typeFault = typeFaultOf(type);
  if (typeFault !== null) faults['content_type'] = typeFault;
  const content = decoded(base64);
  if (content === null) faults['content_base64'] = 'must be base64';
  else if (content.length === 0) faults['content_base64'] = 'must not be empty';
  if (content === null || type === null || Object.keys(faults).length > 0) return { faults };
  return { file: { filename: name, contentType: type, content } };
}

function typeFaultOf(type: string | null): string | null {
  if (type === null) return 'must be a media type such as application/pdf or text/calendar; method=REQUEST';
  if (STRUCTURAL_TYPE.test(type)) return 'must not be multipart or message';
  return type.length > TYPE_LENGTH ? `must be at most ${TYPE_LENGTH} characters long` : null;
}

/**
 * Returns a media type with its parameters in one notation; null if it is invalid. The parameter `name` is left out: an email has the
 * checked file name there.
 */
function typeOf(text: string): string | null {
  const type = text.split(';', 1)[0] ?? '';
  const written = withoutEnding(text.slice(type.length), '; ');
  const found = [...written.matchAll(PARAMETER)];
  if (!MEDIA_TYPE.test(type.trim()) || found.map(([whole]) => whole).join('') !== written) return null;
  const parameters = found
    .map(([, name = '', value = '']) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !/^name(?:\*|$)/.test(name));
  if (new Set(parameters.map(([name]) => name)).size < parameters.length) return null;
  if (!parameters.every(([, value]) => /^[ -~]+$/.test(value))) return null;
  return [type.trim().toLowerCase(), ...parameters.map(([name, value]) => `${name}=${value}`)].join('; ');
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
