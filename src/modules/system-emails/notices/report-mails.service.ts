import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { AttachmentsService, type MailAttachment } from '../../mail-content/attachments/attachments.service.js';
import { ContentsService } from '../../mail-content/rendering/contents.service.js';
import { SenderAccounts } from '../../senders/sender-accounts.service.js';
import { type NewMail, SendingRuns } from '../../sending/sending-runs.service.js';
import { asLiquid } from './as-liquid.js';
import { REPORT_SOURCE } from './notice-source.js';

/** A mail to readers of reports, complete: nothing in it is a template. */
export interface ReportMail {
  /** Who gets the same key twice gets one mail. At most 50 ASCII characters. */
  readonly key: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Pictures that the HTML shows, and files that go along. */
  readonly files: readonly MailAttachment[];
}

/** What the ledger has room for. */
const LONGEST_SUBJECT = 500;

/** Braces that stand together take many letters to write; a subject that is full of them has blanks between them instead. */
function subjectAsLiquid(subject: string): string {
  const written = asLiquid(subject);
  if (Array.from(written).length <= LONGEST_SUBJECT) return written;
  return Array.from(subject.replace(/\{(?=[{%])/g, '{ '))
    .slice(0, LONGEST_SUBJECT)
    .join('');
}

/** Mails of figures to whoever somebody of the house named as a reader, through the ledger like all others. */
@Injectable()
export class ReportMailsService {
  constructor(
    private readonly contents: ContentsService,
    private readonly attachments: AttachmentsService,
    private readonly senders: SenderAccounts,
    private readonly sendings: SendingRuns,
  ) {}

  /** Writes one mail to each of the addresses. */
  async enrol(tx: Tx, addresses: readonly string[], { key, subject, html, text, files }: ReportMail): Promise<void> {
    const sender = await this.senders.resolve({ senderId: null, fromEmail: null }, tx);
    const { fromName, fromEmail, replyTo: replyToEmail, senderId } = sender;
    const identity = { fromName, fromEmail, replyToName: null, replyToEmail };
    const attachments = await this.attachments.store(tx, files, key);
    const written = {
      subject: subjectAsLiquid(subject),
      preHeader: '',
      html: asLiquid(html),
      text: asLiquid(text),
      design: 'raw_html',
      tracksClicks: false,
      attachments,
    } as const;
    const mails: NewMail[] = [];
    // Each has a content of its own, for it is forgotten with its mail, and one of them may wait for days.
    for (const [index, email] of addresses.entries()) {
      const contentId = await this.contents.freeze(tx, written, identity, false);
      mails.push({ key: `${key}-${index}`, contactId: null, email, contentId });
    }
    await this.sendings.join(tx, REPORT_SOURCE, { senderId, audience: 'readers' });
    await this.sendings.enrol(tx, REPORT_SOURCE, mails);
  }
}
