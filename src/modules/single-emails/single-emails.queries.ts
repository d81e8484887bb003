import { Injectable } from '@nestjs/common';
import { COUNTED_AS_SENT, type EmailState, type EmailStatus, statesOf } from '../../events/email-state.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import { newestFirst } from '../../platform/http/keyset.js';
import type { Page, PageRequest } from '../../platform/http/page.js';
import { ContentsService } from '../mail-content/rendering/contents.service.js';
import { NO_OWN_LINKS } from '../mail-content/rendering/merge-values.js';
import type { SingleEmail, SingleEmailAddress } from './single-email.entity.js';
import { SingleEmailKind } from './single-email-kind.js';

/** The state is null without a message. */
export interface AddressRow extends Omit<SingleEmailAddress, 'position'> {
  readonly contactId: number | null;
  readonly state: EmailState | null;
  readonly attempts: number;
  readonly opens: number;
  readonly clicks: number;
  readonly sentAt: Date | null;
  readonly error: string | null;
}

export interface SingleEmailRow extends Omit<SingleEmail, 'request'> {
  readonly subject: string;
  readonly request: string | null;
  readonly contentId: number;
  readonly addresses: readonly AddressRow[];
}

export interface SingleEmailFilter {
  readonly status: EmailStatus | null;
  readonly address: string | null;
  readonly templateId: number | null;
}

const COLUMNS = `r.id, COALESCE(m.subject, c.subject, '') AS subject, r.template_id AS templateId,
  IF(m.tracked = 0, 0, r.tracked) AS tracked, r.request,
  r.scheduled_at AS scheduledAt, r.removed_at AS removedAt, r.created_at AS createdAt, m.content_id AS contentId`;
const JOINS = 'JOIN email_messages m ON m.id = r.id LEFT JOIN email_contents c ON c.id = m.content_id';

@Injectable()
export class SingleEmailsQueries {
  constructor(
    private readonly db: Database,
    private readonly kind: SingleEmailKind,
    private readonly contents: ContentsService,
  ) {}

  async list({ status, address, templateId }: SingleEmailFilter, request: PageRequest): Promise<Page<SingleEmailRow>> {
    const where = [
      status && 'EXISTS (SELECT 1 FROM email_messages s WHERE s.id = r.id AND s.state IN (:states))',
      address && 'r.id IN (SELECT a.single_id FROM single_email_addresses a WHERE a.email = :address)',
      templateId && 'r.template_id = :templateId',
    ].filter((condition) => typeof condition === 'string');
    const params = { states: status ? statesOf(status) : [], address, templateId };
    const sql = { columns: COLUMNS, from: 'single_emails', joins: JOINS, where, params };
    const page = await newestFirst<SingleEmailRow>(this.db, sql, request);
    return { ...page, items: await this.withAddresses(page.items) };
  }

  /** @throws AppError rest_post_invalid_id for an unknown id, also for that of another email. */
  async get(id: number): Promise<SingleEmailRow> {
    const sql = `SELECT ${COLUMNS} FROM single_emails r ${JOINS} WHERE r.id = :id`;
    const [email] = await this.withAddresses(await this.db.query<SingleEmailRow>(sql, { id }));
    if (!email) throw notFound();
    return email;
  }

  /**
   * Renders an email as its first recipient got it, with the contact's current values and without tracking.
   * @throws AppError rest_post_invalid_id also after the removal of its content.
   */
  async content(id: number) {
    const { contentId, addresses } = await this.get(id);
    const { email = null, contactId = null } = addresses.find(({ messageId }) => messageId === id) ?? {};
    const message = { id, email, contact_id: contactId };
    const recipient = (await this.kind.found(this.db, [message])).get(message);
    if (!recipient) throw notFound();
    const content = await this.contents.load(contentId);
    const links = { ...this.contents.plainLinks(content, recipient), own: NO_OWN_LINKS };
    return content.renderer.render(this.contents.mergeValues(recipient), links);
  }

  private async withAddresses(emails: readonly SingleEmailRow[]): Promise<SingleEmailRow[]> {
    const rows = await this.db.query<AddressRow>(
      `SELECT a.single_id AS singleId, a.field, a.email, a.name, a.message_id AS messageId, a.refusal, m.contact_id AS contactId,
              m.state, COALESCE(m.attempts, 0) AS attempts, COALESCE(m.human_opens, 0) AS opens, COALESCE(m.human_clicks, 0) AS clicks,
              IF(m.state IN (:sent), m.settled_at, NULL) AS sentAt, COALESCE(a.refusal, m.reason) AS error
         FROM single_email_addresses a LEFT JOIN email_messages m ON m.id = a.message_id
        WHERE a.single_id IN (:ids) AND (a.message_id IS NULL OR m.id IS NOT NULL) ORDER BY a.single_id, a.position`,
      { ids: [0, ...emails.map(({ id }) => id)], sent: COUNTED_AS_SENT },
    );
    const byEmail = Map.groupBy(rows, ({ singleId }) => singleId);
    return emails.map((email) => ({ ...email, addresses: byEmail.get(email.id) ?? [] }));
  }
}
