import { Injectable } from '@nestjs/common';
import type { ChangeSource } from '../../../events/contact.events.js';
import type { Tx } from '../../../platform/database/database.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { ConsentLog } from '../consent/consent-log.js';
import type { OptinLanguage } from './contact-optin.entity.js';

/** How the mail that asks is to be. */
export interface OptinMail {
  /** Absent: that of the contact. */
  readonly language?: OptinLanguage | null;
  /** Absent: the installation's own text. */
  readonly templateId?: number | null;
}

const CONTACTS_AT_ONCE = 500;
const CONFIRM_LINK = /\{\{-?\s*confirm_url\b/;

/** The rows behind a double opt-in. Only the newest request of a contact can be confirmed. */
@Injectable()
export class OptinRequests {
  constructor(
    private readonly consents: ConsentLog,
    private readonly outbox: Outbox,
  ) {}

  /** Asks a locked contact that is `pending` by mail; the mail leaves after the commit, whatever happens then. */
  async open(tx: Tx, contactId: number, source: ChangeSource, { language, templateId }: OptinMail = {}): Promise<void> {
    await this.consents.endRequestsOf(tx, [contactId]);
    const { insertId } = await tx.execute(
      `INSERT INTO contact_optins (contact_id, source, language, template_id)
       VALUES (:contactId, :source, :language, :templateId)`,
      { contactId, source, language: language ?? null, templateId: templateId ?? null },
    );
    await this.outbox.append(tx, 'contact.optin_requested', contactId, { optin_id: insertId, contact_id: contactId });
  }

  /**
   * The same for many contacts, with the installation's own text. Somebody has ordered these mails, so they are sent even
   * where nothing else is told.
   */
  async openAll(tx: Tx, contactIds: readonly number[], source: ChangeSource): Promise<void> {
    for (let start = 0; start < contactIds.length; start += CONTACTS_AT_ONCE) {
      const part = contactIds.slice(start, start + CONTACTS_AT_ONCE);
      await this.consents.endRequestsOf(tx, part);
      await tx.insertRows(
        'contact_optins',
        ['contact_id', 'source'],
        part.map((contactId) => [contactId, source]),
      );
      const opened = await tx.query<{ id: number; contactId: number }>(
        `SELECT id, contact_id AS contactId FROM contact_optins
          WHERE contact_id IN (:part) AND state = 'requested' ORDER BY id`,
        { part },
      );
      await this.outbox.appendAll(
        tx,
        opened.map(({ id, contactId }) => ({
          type: 'contact.optin_requested',
          subjectId: contactId,
          data: { optin_id: id, contact_id: contactId },
        })),
      );
    }
  }

  /** @throws AppError rest_invalid_param for a template that is not there, or that offers no way to confirm. */
  async requireTemplate(tx: Tx, templateId: number): Promise<void> {
    const [template] = await tx.query<{ email_body: string }>(
      'SELECT email_body FROM email_templates WHERE id = :templateId',
      { templateId },
    );
    if (!template) throw invalidParam('template_id', `names an unknown id: ${templateId}`);
    if (!CONFIRM_LINK.test(template.email_body))
      throw invalidParam('template_id', 'names a template that does not link to {{ confirm_url }}');
  }
}
