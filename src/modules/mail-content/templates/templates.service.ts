import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { toTheSecond } from '../../../platform/clock/timestamps.js';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import { columnsOf } from '../../../platform/database/entity-columns.js';
import { invalidParam, invalidParams, notFound } from '../../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../../platform/errors/database-errors.js';
import { given } from '../../../platform/http/given.js';
import { offsetOf, type Page, type PageRequest, type Sorting } from '../../../platform/http/page.js';
import { likeContains } from '../../../platform/sql/like.js';
import { titleKey } from '../../../platform/text/title-key.js';
import { ContentsService } from '../rendering/contents.service.js';
import { assertMayChangeSent } from '../sent-by-funnels.js';
import { EmailTemplate } from './template.entity.js';

export type TemplateRecord = Omit<EmailTemplate, 'titleKey'>;

/** What a caller may set; absent members are unchanged. */
export type TemplateInput = Partial<Omit<TemplateRecord, 'id' | 'createdAt' | 'updatedAt'>>;

export const TEMPLATE_SORT_FIELDS = ['id', 'title', 'created_at', 'updated_at'] as const;
type TemplateSortField = (typeof TEMPLATE_SORT_FIELDS)[number];

const TEMPLATE_COLUMNS = columnsOf(EmailTemplate, 't', ['titleKey']);

const EMPTY = {
  description: null,
  emailSubject: '',
  emailPreHeader: '',
  emailBody: '',
  emailBodyText: '',
  designTemplate: 'simple',
} as const;

@Injectable()
export class TemplatesService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly contents: ContentsService,
  ) {}

  async list(
    search: string,
    { field, direction }: Sorting<TemplateSortField>,
    request: PageRequest,
  ): Promise<Page<TemplateRecord>> {
    const where = search === '' ? '' : 'WHERE (title LIKE :search OR description LIKE :search)';
    const params = search === '' ? {} : { search: likeContains(search) };
    const [counted] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM email_templates ${where}`,
      params,
    );
    const items = await this.db.query<TemplateRecord>(
      // Field and direction come from closed lists; the id makes the order total.
      `SELECT ${TEMPLATE_COLUMNS} FROM email_templates t ${where}
        ORDER BY ${field} ${direction}, id ${direction} LIMIT :limit OFFSET :offset`,
      { ...params, limit: request.perPage, offset: offsetOf(request) },
    );
    return { items, total: counted?.total ?? 0, request };
  }

  async get(id: number, reader: Reader = this.db): Promise<TemplateRecord> {
    const template = await this.find(id, reader);
    if (!template) throw notFound('template');
    return template;
  }

  async find(id: number, reader: Reader = this.db): Promise<TemplateRecord | null> {
    const [row] = await reader.query<TemplateRecord>(
      `SELECT ${TEMPLATE_COLUMNS} FROM email_templates t WHERE id = :id`,
      {
        id,
      },
    );
    return row ?? null;
  }

  async create(input: TemplateInput & { readonly title: string }): Promise<TemplateRecord> {
    return this.translating(() =>
      this.db.transaction(async (tx) => {
        const template = { ...EMPTY, ...input };
        this.refuseFaults(template);
        const now = toTheSecond(this.clock.now());
        const names = { titleKey: titleKey(input.title), createdAt: now, updatedAt: now };
        return this.get(await tx.insert(EmailTemplate, { ...template, ...names }), tx);
      }),
    );
  }

  /** Updates the given members. @throws AppError rest_forbidden without `send_campaigns`, if a published funnel sends it. */
  async update(id: number, input: TemplateInput): Promise<TemplateRecord> {
    return this.translating(() =>
      this.db.transaction(async (tx) => {
        await this.lock(tx, id);
        const before = await this.get(id, tx);
        if (contentOf({ ...before, ...given(input) }) !== contentOf(before))
          await assertMayChangeSent(tx, sendingStep(id));
        this.refuseFaults({ ...before, ...input });
        await tx.update(EmailTemplate, id, {
          ...input,
          ...(input.title === undefined ? {} : { titleKey: titleKey(input.title) }),
          updatedAt: toTheSecond(this.clock.now()),
        });
        return this.get(id, tx);
      }),
    );
  }

  /** Deletes a template; emails created from it keep their copy. */
  async remove(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.lock(tx, id);
      await assertMayChangeSent(tx, sendingStep(id));
      await tx.delete('email_templates', id);
    });
  }

  private async lock(tx: Tx, id: number): Promise<void> {
    const rows = await tx.query('SELECT id FROM email_templates WHERE id = :id FOR UPDATE', { id });
    if (rows.length === 0) throw notFound('template');
  }

  private refuseFaults(template: Omit<TemplateRecord, 'id' | 'title' | 'createdAt' | 'updatedAt'>): void {
    const { emailSubject, emailPreHeader, emailBody, emailBodyText, designTemplate } = template;
    const faults = this.contents.templateFaults({
      subject: emailSubject,
      preHeader: emailPreHeader,
      html: emailBody,
      text: emailBodyText,
      design: designTemplate,
      tracksClicks: false,
    });
    if (Object.keys(faults).length > 0) throw invalidParams(faults);
  }

  private async translating<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (violatedUniqueIndex(error) !== 'ux_email_templates_title_key') throw error;
      throw invalidParam('title', 'is taken', 'Template with this title already exists');
    }
  }
}

const sendingStep = (id: number) => ({ action: 'send_double_optin', settings: { template_id: id } });

const contentOf = (template: TemplateRecord): string => JSON.stringify({ ...template, title: '', description: '' });
