import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { AttachmentsService, type MailAttachment } from '../../mail-content/attachments/attachments.service.js';
import { ContentsService } from '../../mail-content/rendering/contents.service.js';
import { SenderAccounts } from '../../senders/sender-accounts.service.js';
import { type NewEmail, SendingRuns } from '../../sending/ledger/sending-runs.service.js';
import { asLiquid } from './as-liquid.js';
import { REPORT_SOURCE } from './notice-source.js';

export interface ReportEmail {
  /** Deduplicates: one email per address and key. At most 50 ASCII characters. */
  readonly key: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly files: readonly MailAttachment[];
}

/** Limit of the column. */
const MAX_SUBJECT_LENGTH = 500;

/** Escaped braces take many characters; a subject full of them gets blanks between them instead. */
function subjectAsLiquid(subject: string): string {
  const written = asLiquid(subject);
  if (Array.from(written).length <= MAX_SUBJECT_LENGTH) return written;
  return Array.from(subject.replace(/\{(?=[{%])/g, '{ '))
    .slice(0, MAX_SUBJECT_LENGTH)
    .join('');
}

/** Enqueues report emails in the ledger, to the addresses that a manager configured. */
@Injectable()
export class ReportEmailsService {
  constructor(
    private readonly contents: ContentsService,
    private readonly attachments: AttachmentsService,
    private readonly senders: SenderAccounts,
    private readonly sendings: SendingRuns,
  ) {}

  async enrol(tx: Tx, addresses: readonly string[], { key, subject, html, text, files }: ReportEmail): Promise<void> {
    const { senderId, identity } = await this.senders.resolve({ senderId: null, fromEmail: null }, tx);
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
    const emails: NewEmail[] = [];
    // Each email has its own content row, which is deleted with it; one of them may wait for days.
    for (const [index, email] of addresses.entries()) {
      const contentId = await this.contents.freeze(tx, written, identity, false);
      emails.push({ key: `${key}-${index}`, contactId: null, email, contentId });
    }
    await this.sendings.join(tx, REPORT_SOURCE, { senderId, audience: 'readers' });
    await this.sendings.enrol(tx, REPORT_SOURCE, emails);
  }
}
