import { StreamableFile } from '@nestjs/common';
import type { Mail, MailAttachment } from '../mail.js';
import type { EmailSummary, StoredEmail } from '../mailbox.store.js';

export interface EmailSummaryResponse {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly received_at: string;
}

export function summaryResponse({
  id,
  from,
  recipients: to,
  subject,
  received_at,
}: EmailSummary): EmailSummaryResponse {
  return { id, from, to, subject, received_at };
}

export function emailResponse({ summary, mail }: StoredEmail) {
  const { sender, recipients } = summary;
  return {
    ...summaryResponse(summary),
    envelope: { sender, recipients },
    headers: byName(mail.headers),
    html: mail.html,
    text: mail.text,
    links: mail.links,
    attachments: mail.attachments.map(({ name, type, content }) => ({ name, type, size: content.length })),
  };
}

/** Maps lower-case names to values; repeated headers are joined by a line break. */
function byName(headers: Mail['headers']): Record<string, string> {
  const values = new Map<string, string[]>();
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join('\n')]));
}

/** Forces a download, so that content of an email never runs on this origin. The name is encoded by RFC 5987. */
export function downloadOf({ name, content }: Pick<MailAttachment, 'name' | 'content'>): StreamableFile {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return new StreamableFile(content, {
    type: 'application/octet-stream',
    disposition: `attachment; filename*=UTF-8''${encoded}`,
    length: content.length,
  });
}
