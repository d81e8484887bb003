import type { Mail } from '../mail.js';
import type { KeptMail, MailSummary } from '../mailbox.store.js';

export class MailSummaryResponse {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly received_at: string;

  constructor(summary: MailSummary) {
    this.id = summary.id;
    this.from = summary.from;
    this.to = summary.recipients;
    this.subject = summary.subject;
    this.received_at = summary.received_at;
  }
}

export class MailResponse extends MailSummaryResponse {
  readonly envelope: { readonly sender: string; readonly recipients: readonly string[] };
  /** By lower-case name; what occurs more than once is joined by a line break. */
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string | null;
  readonly text: string | null;
  readonly links: readonly string[];
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly size: number }[];

  constructor({ summary, mail }: KeptMail) {
    super(summary);
    this.envelope = { sender: summary.sender, recipients: summary.recipients };
    this.headers = byName(mail.headers);
    this.html = mail.html;
    this.text = mail.text;
    this.links = mail.links;
    this.attachments = mail.attachments.map(({ name, type, content }) => ({ name, type, size: content.length }));
  }
}

function byName(headers: Mail['headers']): Record<string, string> {
  const values = new Map<string, string[]>();
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join('\n')]));
}
