import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Language, LANGUAGE_FIELDS, LANGUAGES, supportedLanguage } from '../../../languages/languages.js';
import { ContentsService, type WrittenContent } from '../../mail-content/rendering/contents.service.js';
import { SenderAccounts } from '../../senders/sender-accounts.service.js';
import { type NewRecipient, SendingRuns } from '../../sending/ledger/sending-runs.service.js';
import { TemplatesService } from '../../mail-content/templates/templates.service.js';
import { DOUBLE_OPT_IN_KEY, DOUBLE_OPT_IN_SOURCE } from './double-opt-in-source.js';
import { builtInEmail } from '../built-in/built-in-email.js';

interface RequestRow {
  readonly id: number;
  readonly contact_id: number;
  readonly email: string;
  readonly language: Language | null;
  readonly template_id: number | null;
}

@Injectable()
export class DoubleOptInEmails {
  private readonly logger = new Logger(DoubleOptInEmails.name);

  constructor(
    private readonly contents: ContentsService,
    private readonly templates: TemplatesService,
    private readonly senders: SenderAccounts,
    private readonly sendings: SendingRuns,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Enqueues one email for each open request, however often it is passed.
   * @param optins the requests, with the ids of the HTTP requests that caused them.
   */
  async enrol(tx: Tx, optins: ReadonlyMap<number, string | null>): Promise<void> {
    const requests = await tx.query<RequestRow>(
      `SELECT o.id, o.contact_id, o.language, o.template_id, c.email
         FROM contact_optins o JOIN contacts c ON c.id = o.contact_id
        WHERE o.id IN (:optinIds) AND o.state = 'requested' ORDER BY o.id`,
      { optinIds: [...optins.keys()] },
    );
    if (requests.length === 0) return;
    const spoken = await this.languagesOf(
      tx,
      requests.map(({ contact_id }) => contact_id),
    );
    const sender = await this.senders.resolve({ senderId: null, fromEmail: null }, tx);
    const identity = {
      fromName: sender.fromName,
      fromEmail: sender.fromEmail,
      replyToName: null,
      replyToEmail: sender.replyTo,
    };
    const contentIds = new Map<string, number>();
    const recipients: NewRecipient[] = [];
    for (const { id, contact_id: contactId, email, language, template_id: templateId } of requests) {
      const speaks = language ?? spoken.get(contactId) ?? 'en';
      const key = `${templateId ?? ''}:${speaks}`;
      const contentId =
        contentIds.get(key) ??
        (await this.contents.freezeOnce(tx, await this.textOf(tx, templateId, speaks), identity, false));
      contentIds.set(key, contentId);
      recipients.push({
        key: `${DOUBLE_OPT_IN_KEY}${id}`,
        contactId,
        email,
        contentId,
        requestId: optins.get(id) ?? null,
      });
    }
    await this.sendings.join(tx, DOUBLE_OPT_IN_SOURCE, { senderId: sender.senderId, audience: 'opt_in' });
    await this.sendings.enrol(tx, DOUBLE_OPT_IN_SOURCE, recipients);
  }

  /** Uses the built-in text instead of a template that is deleted or invalid, so that no contact waits forever. */
  private async textOf(
    tx: Tx,
    templateId: number | null,
    language: Language,
  ): Promise<Omit<WrittenContent, 'attachments'>> {
    const builtIn = builtInEmail('doubleOptIn', language);
    const wanted = templateId ?? this.config.mail.doubleOptInTemplateId;
    const template = wanted === null ? null : await this.templates.find(wanted, tx);
    if (template && this.contents.offersConfirmation(template.emailBody)) {
      const written = {
        subject: template.emailSubject.trim() === '' ? builtIn.subject : template.emailSubject,
        preHeader: template.emailPreHeader,
        html: template.emailBody,
        text: template.emailBodyText,
        design: template.designTemplate,
        tracksClicks: false,
      };
      if (Object.keys(this.contents.templateFaults(written)).length === 0) return written;
    }
    if (wanted !== null)
      this.logger.warn(`Double opt-in template ${wanted} not usable: it was deleted, or has no {{ confirm_url }}`);
    return { ...builtIn, text: '', design: 'simple', tracksClicks: false };
  }

  private async languagesOf(tx: Tx, contactIds: readonly number[]): Promise<Map<number, Language>> {
    const rows = await tx.query<{ contact_id: number; value: string }>(
      `SELECT v.contact_id, v.value
         FROM contact_custom_values v JOIN custom_fields f ON f.id = v.field_id
        WHERE v.contact_id IN (:contactIds) AND f.slug IN (:slugs) ORDER BY FIELD(f.slug, :slugs) DESC`,
      { contactIds, slugs: [...LANGUAGE_FIELDS] },
    );
    return new Map(rows.map(({ contact_id, value }) => [contact_id, supportedLanguage(value) ?? LANGUAGES[0]]));
  }
}
