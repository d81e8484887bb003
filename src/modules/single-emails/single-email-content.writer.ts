import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import type { ValidationErrors } from '../../platform/errors/app-error.js';
import { given } from '../../platform/http/given.js';
import { ulid } from '../../platform/ids/ulid.js';
import { AttachmentsService } from '../mail-content/attachments/attachments.service.js';
import { ContentsService, type WrittenContent } from '../mail-content/rendering/contents.service.js';
import { contentFor, translationFor } from '../mail-content/rendering/translations.js';
import { RecipientsQueries } from '../mail-content/recipients.queries.js';
import { dataFaults } from '../mail-content/templates/data-schema.js';
import { contentOf } from '../mail-content/templates/template.entity.js';
import { type TemplateRecord, TemplatesService } from '../mail-content/templates/templates.service.js';
import { SenderAccounts } from '../senders/sender-accounts.service.js';
import type { GivenEmail } from './given-email.js';

export interface StoredContent {
  readonly contentId: number;
  /** Of the translation; null for the content itself. */
  readonly language: string | null;
  /** Null for the `SMTP_URL` server. */
  readonly senderId: number | null;
}

const EMPTY = { subject: '', preHeader: '', html: '', text: '', design: 'raw_html' } as const;
const FIELDS: Record<string, string> = { email_subject: 'subject', email_body: 'html', email_body_text: 'text' };

/** Checks and stores the contents of single emails. */
@Injectable()
export class SingleEmailContentWriter {
  constructor(
    private readonly contents: ContentsService,
    private readonly attachments: AttachmentsService,
    private readonly templates: TemplatesService,
    private readonly senders: SenderAccounts,
    private readonly recipients: RecipientsQueries,
  ) {}

  /**
   * Emails of an unchanged template share their content.
   * @param contactId whose language the email has.
   * @param path the place of the email in the request.
   * @returns what stores the content; null if it has errors.
   */
  async check(
    tx: Tx,
    email: GivenEmail,
    contactId: number | null,
    path: string,
    faults: ValidationErrors,
  ): Promise<(() => Promise<StoredContent>) | null> {
    const template = email.template_id === undefined ? null : await this.templates.find(email.template_id, tx);
    const { written, language } = await this.translated(tx, writtenOf(template, email), contactId);
    const sender = await this.senders.resolve({ senderId: email.sender_id ?? null, fromEmail: null }, tx);
    const { files, faults: ofFiles } = this.attachments.read(email.attachments ?? [], `${path}attachments`);
    const isOwn = [email.subject, email.html, email.text, files[0]].some((part) => part !== undefined);
    const ofParts = isOwn ? this.contents.templateFaults(written) : {};
    const found = [
      ...missingIn(email, written, template),
      ...(sender.unavailableReason === null ? [] : [['sender_id', sender.unavailableReason] as const]),
      ...Object.entries(ofParts).map(([field, reason]) => [FIELDS[field] ?? field, reason] as const),
    ];
    for (const [field, reason] of found) faults.add(`${path}${field}`, reason);
    for (const [field, reason] of Object.entries(ofFiles)) faults.add(field, reason);
    if (!faults.isEmpty) return null;
    return async () => {
      const attachments = await this.attachments.store(tx, files, ulid());
      const tracksOpens = written.tracksClicks;
      const contentId = isOwn
        ? await this.contents.freeze(tx, { ...written, attachments }, sender.identity, tracksOpens)
        : await this.contents.freezeOnce(tx, written, sender.identity, tracksOpens);
      return { contentId, language, senderId: sender.senderId };
    };
  }

  private async translated(tx: Tx, all: WrittenContent, contactId: number | null) {
    const spoken = contactId === null ? undefined : (await this.recipients.languages([contactId], tx)).get(contactId);
    const language = translationFor(all, spoken ?? null);
    return { written: contentFor(all, language), language };
  }
}

function missingIn(
  { template_id: templateId, html, data }: GivenEmail,
  written: WrittenContent,
  template: TemplateRecord | null,
): [field: string, reason: string][] {
  const missing: [field: string, reason: string][] = [];
  if (templateId !== undefined && !template) missing.push(['template_id', 'names no template']);
  if (templateId === undefined && html === undefined) missing.push(['template_id', 'is required without html']);
  if (written.subject.trim() === '') missing.push(['subject', 'is required']);
  if (written.html.trim() === '') missing.push(['html', 'is required without a template']);
  return [...missing, ...Object.entries(dataFaults(template?.dataSchema ?? null, data ?? {}))];
}

/** The request's parts win over those of the template, and its HTML over all that belongs to the HTML of the template. */
function writtenOf(
  template: TemplateRecord | null,
  { subject, html, text, tracked = false }: GivenEmail,
): WrittenContent {
  const base = template ? contentOf(template) : EMPTY;
  const body = html === undefined ? base : { ...EMPTY, subject: base.subject, html };
  return { ...body, ...given({ subject, text }), tracksClicks: tracked };
}
