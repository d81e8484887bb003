import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { toTheSecond } from '../../../platform/clock/timestamps.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import { invalidParam, invalidParams, notFound } from '../../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../../platform/errors/database-errors.js';
import { given } from '../../../platform/http/given.js';
import { offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import type { Sorting } from '../../../platform/http/sorting.js';
import { likeContains } from '../../../platform/sql/like.js';
import { titleKey } from '../../../platform/text/title-key.js';
import { ContentsService } from '../rendering/contents.service.js';
import { assertMayChangeSent } from '../sent-by-funnels.js';
import type { EmailTemplate } from './template.entity.js';

export type TemplateRecord = Omit<EmailTemplate, 'titleKey'>;

/** What a caller may set; absent members are unchanged. */
export type TemplateInput = Partial<Omit<TemplateRecord, 'id' | 'createdAt' | 'updatedAt'>>;

export const TEMPLATE_SORT_FIELDS = ['id', 'title', 'created_at', 'updated_at'] as const;
export type TemplateSortField = (typeof TEMPLATE_SORT_FIELDS)[number];

const TEMPLATE_COLUMNS = `id, title, description, email_subject AS emailSubject,
  email_pre_header AS emailPreHeader, email_body AS emailBody, email_body_text AS emailBodyText,
  design_template AS designTemplate, created_at AS createdAt, updated_at AS updatedAt`;

const COLUMN_OF = {
  title: 'title',
  description: 'description',
  emailSubject: 'email_subject',
  emailPreHeader: 'email_pre_header',
  emailBody: 'email_body',
  emailBodyText: 'email_body_text',
  designTemplate: 'design_template',
} as const satisfies Record<keyof Required<TemplateInput>, string>;

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
      `SELECT ${TEMPLATE_COLUMNS} FROM email_templates ${where}
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
    const [row] = await reader.query<TemplateRecord>(`SELECT ${TEMPLATE_COLUMNS} FROM email_templates WHERE id = :id`, {
      id,
    });
    return row ?? null;
  }

  async create(input: TemplateInput & { readonly title: string }): Promise<TemplateRecord> {
    return this.translating(() =>
      this.db.transaction(async (tx) => {
        const template = { ...EMPTY, ...input };
        this.refuseFaults(template);
        const now = toTheSecond(this.clock.now());
        const columns = { ...rowOf(template), created_at: now, updated_at: now };
        await tx.insertRows('email_templates', Object.keys(columns), [Object.values(columns)]);
        const [row] = await tx.query<{ id: number }>('SELECT id FROM email_templates WHERE title_key = :key', {
          key: titleKey(input.title),
        });
        return this.get(row?.id ?? 0, tx);
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
        const columns = { ...rowOf(input), updated_at: toTheSecond(this.clock.now()) };
        await tx.execute(
          // The column names come from the table above, never from a caller.
          `UPDATE email_templates SET ${Object.keys(columns)
            .map((column) => `${column} = :${column}`)
            .join(', ')} WHERE id = :id`,
          { ...columns, id },
          { changes: 'email_templates', ids: id },
        );
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

function rowOf(input: TemplateInput): Record<string, string | null> {
  const row: Record<string, string | null> = {};
  for (const [member, column] of Object.entries(COLUMN_OF)) {
    const value = input[member as keyof TemplateInput];
    if (value !== undefined) row[column] = value;
  }
  if (input.title !== undefined) row['title_key'] = titleKey(input.title);
  return row;
}
