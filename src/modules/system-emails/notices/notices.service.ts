import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { keep } from '../../../platform/values/collections.js';
import { AttachmentsService, type MailAttachment } from '../../mail-content/attachments/attachments.service.js';
import type { LinkTarget } from '../../mail-content/links/public-links.service.js';
import { ContentsService } from '../../mail-content/rendering/contents.service.js';
import { TemplateError } from '../../mail-content/rendering/liquid.js';
import { trackLinks } from '../../mail-content/rendering/links.js';
import { type MergeValues, NO_OWN_LINKS } from '../../mail-content/rendering/merge-values.js';
import { Renderer } from '../../mail-content/rendering/renderer.js';
import { SenderAccounts } from '../../senders/sender-accounts.service.js';
import { type NewEmail, SendingRuns } from '../../sending/ledger/sending-runs.service.js';
import type { EmailSource } from '../../../events/email-state.js';

/** The endless sending run of staff notifications. */
export const NOTICE_SOURCE: EmailSource = { type: 'single', id: 3 };

/** The endless sending run of scheduled reports. */
export const REPORT_SOURCE: EmailSource = { type: 'single', id: 4 };

/** Placeholder of the link that stops a report, which is different for each recipient. */
export const STOP_PLACE = 'https://stop.carillon.invalid/';

/** What the link of a recipient refers to. A report has few recipients and the link is signed, so a short hash is enough. */
export const stopTarget = (reportId: number, email: string): LinkTarget => ({
  messageId: reportId,
  linkId: createHash('sha256').update(email).digest().readUInt32BE(),
});

/** Template of a staff notification; both texts are Liquid. */
interface NoticeText {
  readonly subject: string;
  /** HTML. */
  readonly body: string;
}

interface Notice {
  /** Deduplicates: one email per address and key. */
  readonly key: string;
  readonly values: MergeValues;
}

export interface ReportEmail {
  /** Deduplicates: one email per address and key. At most 50 ASCII characters: `report-`, the id of the report, a point, the run. */
  readonly key: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly files: readonly MailAttachment[];
}

const REMEMBERED = 50;
/** Limit of the column. */
const MAX_SUBJECT_LENGTH = 500;

/** Enqueues staff notifications about contacts, and report emails, in the ledger. */
@Injectable()
export class NoticesService {
  /** Oldest first. */
  private readonly renderers = new Map<string, Renderer>();

  constructor(
    private readonly contents: ContentsService,
    private readonly attachments: AttachmentsService,
    private readonly senders: SenderAccounts,
    private readonly sendings: SendingRuns,
  ) {}

  /**
   * Enqueues notifications to one address. They are rendered at once, because the data may have changed when they are sent.
   * @returns the keys of those that cannot be rendered: the template is invalid or too expensive with their values.
   */
  async enrol(tx: Tx, email: string, text: NoticeText, notices: readonly Notice[]): Promise<ReadonlySet<string>> {
    const { senderId, identity } = await this.senders.resolve({ senderId: null, fromEmail: null }, tx);
    const emails: NewEmail[] = [];
    const faulty = new Set<string>();
    for (const { key, values } of notices) {
      try {
        const { subject, html } = this.filled(text, values);
        const written = { subject, preHeader: '', html, text: '', design: 'simple', tracksClicks: false } as const;
        // Not `freezeOnce`: the content is deleted together with its notification.
        const contentId = await this.contents.freeze(tx, written, identity, false);
        emails.push({ key, contactId: null, email, contentId });
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        faulty.add(key);
      }
    }
    if (emails.length === 0) return faulty;
    await this.sendings.join(tx, NOTICE_SOURCE, { senderId, audience: 'staff' });
    await this.sendings.enrol(tx, NOTICE_SOURCE, emails);
    return faulty;
  }

  /** Enqueues a report email to the addresses that a manager configured. */
  async enrolReport(
    tx: Tx,
    addresses: readonly string[],
    { key, subject, html, text, files }: ReportEmail,
  ): Promise<void> {
    const { senderId, identity } = await this.senders.resolve({ senderId: null, fromEmail: null }, tx);
    const attachments = await this.attachments.store(tx, files, key);
    const parts = { subject: subjectAsLiquid(subject), preHeader: '', html: asLiquid(html), text: asLiquid(text) };
    const written = { ...parts, design: 'raw_html', tracksClicks: false, attachments } as const;
    const emails: NewEmail[] = [];
    // Each email has its own content row, which is deleted with it; one of them may wait for days.
    for (const [index, email] of addresses.entries()) {
      const contentId = await this.contents.freeze(tx, written, identity, false);
      emails.push({ key: `${key}-${index}`, contactId: null, email, contentId });
    }
    await this.sendings.join(tx, REPORT_SOURCE, { senderId, audience: 'readers' });
    await this.sendings.enrol(tx, REPORT_SOURCE, emails);
  }

  /** Renders with the same limits as other emails, and escapes the result so that it is not a template any more. */
  private filled(text: NoticeText, values: MergeValues): { subject: string; html: string } {
    const links = { own: NO_OWN_LINKS, tracked: () => '', pixel: null, decoy: null };
    const { subject, html } = this.rendererOf(text).render(values, links);
    return { subject: asLiquid(subject), html: asLiquid(html) };
  }

  private rendererOf({ subject, body }: NoticeText): Renderer {
    const key = JSON.stringify([subject, body]);
    const known = this.renderers.get(key);
    if (known) return known;
    const renderer = new Renderer({ subject, preHeader: '', html: trackLinks(body, false).html, text: '' });
    keep(this.renderers, key, renderer, REMEMBERED);
    return renderer;
  }
}

/** Escapes text so that Liquid renders it unchanged, but for the link that stops a report. */
const asLiquid = (text: string): string =>
  text.replace(/\{(?=[{%])/g, `{{ '{' }}`).replaceAll(STOP_PLACE, '{{ unsubscribe_url }}');

/** Escaped braces take many characters; a subject full of them gets blanks between them instead. */
function subjectAsLiquid(subject: string): string {
  const written = asLiquid(subject);
  if (Array.from(written).length <= MAX_SUBJECT_LENGTH) return written;
  return Array.from(subject.replace(/\{(?=[{%])/g, '{ '))
    .slice(0, MAX_SUBJECT_LENGTH)
    .join('');
}
