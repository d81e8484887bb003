import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import type { MailAttachment } from '../../../platform/mime/attachment-part.js';
import { MAX_BYTES_TOGETHER, MAX_FILES, readFile, type StoredAttachment, type UploadedFile } from './attachment.js';

export type { MailAttachment } from '../../../platform/mime/attachment-part.js';
export type { StoredAttachment, UploadedFile } from './attachment.js';

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
    const ids = files.map(({ id }) => id);
    await tx.execute(
      'DELETE FROM email_content_attachments WHERE content_id IN (:contentIds)',
      { contentIds },
      { changes: 'email_content_attachments' },
    );
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
      { ids: references.map(({ id }) => id) },
    );
    const byId = new Map(rows.map(({ id, ...file }) => [id, file]));
    return references.flatMap(({ id }) => byId.get(id) ?? []);
  }
}
