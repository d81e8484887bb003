import { Inject, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { StoredEvent } from '../../../events/domain-events.js';
import { SYSTEM_SOURCES } from '../../../events/email-state.js';
import type { Tx } from '../../../platform/database/database.js';
import { type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { type Language, LANGUAGES, supportedLanguage } from '../../../languages/languages.js';
import { DOUBLE_OPT_IN_KEY } from '../../contacts/double-opt-in/double-opt-in.service.js';
import { ContentsService, type WrittenContent } from '../../mail-content/rendering/contents.service.js';
import { RecipientsQueries } from '../../mail-content/recipients.queries.js';
import { contentFor, translationFor } from '../../mail-content/rendering/translations.js';
import { withSnippets } from '../../mail-content/rendering/snippet-texts.js';
import { SenderAccounts } from '../../senders/sender-accounts.service.js';
import { type NewRecipient, SendingRuns } from '../../sending/ledger/sending-runs.service.js';
import { contentOf } from '../../mail-content/templates/template.entity.js';
import { TemplatesService } from '../../mail-content/templates/templates.service.js';
import { builtInEmail } from '../built-in/built-in-email.js';

interface RequestRow {
  readonly id: number;
  readonly contact_id: number;
  readonly email: string;
  readonly language: Language | null;
  readonly template_id: number | null;
}

/** Enqueues one email for each open request, however often it is passed. */
@Subscribes()
export class DoubleOptInEmails implements EventSubscriber<'contact.optin_requested'> {
  readonly name = 'opt-in-mails';
  readonly wants = ['contact.optin_requested'] as const;
  private readonly logger = new Logger(DoubleOptInEmails.name);

  constructor(
    private readonly contents: ContentsService,
    private readonly templates: TemplatesService,
    private readonly recipients: RecipientsQueries,
    private readonly senders: SenderAccounts,
    private readonly sendings: SendingRuns,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async onEvents(tx: Tx, events: readonly StoredEvent<'contact.optin_requested'>[]): Promise<undefined> {
    const optins = new Map(events.map(({ data, requestId = null }) => [data.optin_id, requestId]));
    const requests = await tx.query<RequestRow>(
      `SELECT o.id, o.contact_id, o.language, o.template_id, c.email
         FROM contact_optins o JOIN contacts c ON c.id = o.contact_id
        WHERE o.id IN (:optinIds) AND o.state = 'requested' ORDER BY o.id`,
      { optinIds: [...optins.keys()] },
    );
    if (requests.length === 0) return;
    const contactIds = requests.map(({ contact_id }) => contact_id);
    const spoken = await this.recipients.languages(contactIds, tx);
    const { senderId, identity } = await this.senders.resolve({ senderId: null, fromEmail: null }, tx);
    const contentIds = new Map<string, number>();
    const recipients: NewRecipient[] = [];
    for (const { id, contact_id: contactId, email, language, template_id: templateId } of requests) {
      const speaks = language ?? spoken.get(contactId) ?? 'en';
      const key = `${templateId ?? ''}:${speaks}`;
      const contentId =
        contentIds.get(key) ??
        (await this.contents.freezeOnce(tx, await this.textOf(tx, templateId, speaks), identity, false));
      contentIds.set(key, contentId);
      const requestId = optins.get(id) ?? null;
      recipients.push({ key: `${DOUBLE_OPT_IN_KEY}${id}`, contactId, email, contentId, requestId });
    }
    await this.sendings.submit(tx, SYSTEM_SOURCES.opt_in, { senderId, audience: 'opt_in' }, recipients);
  }

  /** Uses the built-in text instead of a template that is deleted or invalid, so that no contact waits forever. */
  private async textOf(tx: Tx, templateId: number | null, language: string): Promise<WrittenContent> {
    const builtIn = builtInEmail('doubleOptIn', supportedLanguage(language) ?? LANGUAGES[0]);
    const wanted = templateId ?? this.config.mail.doubleOptInTemplateId;
    const template = wanted === null ? null : await this.templates.find(wanted, tx);
    if (template) {
      const content = await withSnippets(tx, { ...contentOf(template), tracksClicks: false });
      const own = contentFor(content, translationFor(content, language));
      const written = { ...own, subject: own.subject.trim() === '' ? builtIn.subject : own.subject };
      const confirms = this.contents.bodyProblem(written) !== null;
      if (confirms && Object.keys(this.contents.templateFaults(written)).length === 0) return written;
    }
    if (wanted !== null)
      this.logger.warn(`Double opt-in template ${wanted} not usable: it was deleted, or has no {{ confirm_url }}`);
    return builtIn;
  }
}
