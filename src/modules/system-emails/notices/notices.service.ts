import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SYSTEM_SOURCES } from '../../../events/email-state.js';
import type { Tx } from '../../../platform/database/database.js';
import { keep } from '../../../platform/values/collections.js';
import { AttachmentsService, type MailAttachment } from '../../mail-content/attachments/attachments.service.js';
import type { LinkTarget } from '../../mail-content/links/public-links.service.js';
import { ContentsService, type WrittenContent } from '../../mail-content/rendering/contents.service.js';
import { TemplateError } from '../../mail-content/rendering/liquid.js';
import { trackLinks } from '../../mail-content/rendering/links.js';
import { type MergeValues, NO_OWN_LINKS } from '../../mail-content/rendering/merge-values.js';
import { Renderer } from '../../mail-content/rendering/renderer.js';
import { SenderAccounts } from '../../senders/sender-accounts.service.js';
import { type NewEmail, SendingRuns } from '../../sending/ledger/sending-runs.service.js';

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

interface Draft {
  readonly key: string;
  readonly email: string;
  /** @throws TemplateError */
  readonly write: () => WrittenContent;
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
    const links = { own: NO_OWN_LINKS, tracked: () => '', pixel: null, decoy: null };
    const write = (values: MergeValues): WrittenContent => {
      const { subject, html } = this.rendererOf(text).render(values, links);
      return literal({ subject, html, text: '', design: 'simple' });
    };
    const drafts = notices.map(({ key, values }) => ({ key, email, write: () => write(values) }));
    return this.submit(tx, 'staff', drafts);
  }

  /** Enqueues a report email to the addresses that a manager configured. */
  async enrolReport(tx: Tx, addresses: readonly string[], { key, files, ...parts }: ReportEmail): Promise<void> {
    const attachments = await this.attachments.store(tx, files, key);
    const written = literal({ ...parts, design: 'raw_html', attachments });
    const drafts = addresses.map((email, index) => ({ key: `${key}-${index}`, email, write: () => written }));
    if ((await this.submit(tx, 'readers', drafts)).size > 0) throw new Error('The report does not render');
  }

  /** Each email has its own content, which is deleted with it. @returns the keys of those that do not render. */
  private async submit(tx: Tx, audience: 'staff' | 'readers', drafts: readonly Draft[]): Promise<Set<string>> {
    const { senderId, identity } = await this.senders.resolve({ senderId: null, fromEmail: null }, tx);
    const emails: NewEmail[] = [];
    const faulty = new Set<string>();
    for (const { key, email, write } of drafts)
      try {
        const contentId = await this.contents.freeze(tx, write(), identity, false);
        emails.push({ key, contactId: null, email, contentId });
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        faulty.add(key);
      }
    await this.sendings.submit(tx, SYSTEM_SOURCES[audience], { senderId, audience }, emails);
    return faulty;
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

/** Returns the content that renders as it is written, but for the link that stops a report. */
function literal({
  subject,
  html,
  text,
  ...others
}: Omit<WrittenContent, 'preHeader' | 'tracksClicks'>): WrittenContent {
  const parts = { subject: subjectAsLiquid(subject), preHeader: '', html: asLiquid(html), text: asLiquid(text) };
  return { ...others, ...parts, tracksClicks: false };
}

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
