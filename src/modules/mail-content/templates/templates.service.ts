import { Injectable } from '@nestjs/common';
import { Like } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { toTheSecond } from '../../../platform/clock/timestamps.js';
import { Database, type EntityReader, type Tx } from '../../../platform/database/database.js';
import { invalidParams, notFound } from '../../../platform/errors/app-error.js';
import { refusingTaken, type Taken } from '../../../platform/database/taken-names.js';
import { given } from '../../../platform/http/given.js';
import { offsetOf, type Page, type PageRequest, type Sorting } from '../../../platform/http/page.js';
import { likeContains } from '../../../platform/sql/like.js';
import { camelCase } from '../../../platform/text/camel-case.js';
import { titleKey } from '../../../platform/text/title-key.js';
import { ContentsService } from '../rendering/contents.service.js';
import { assertMayChangeSent } from '../sent-by-funnels.js';
import { recordUses, withSnippets } from '../rendering/snippet-texts.js';
import { dataSchemaFault } from './data-schema.js';
import { contentOf, EmailTemplate, type StoredContent } from './template.entity.js';

export type TemplateRecord = Omit<EmailTemplate, 'titleKey'>;

/** What a caller may set; absent members are unchanged. */
export type TemplateInput = Partial<Omit<TemplateRecord, 'id' | 'createdAt' | 'updatedAt'>>;

export const TEMPLATE_SORT_FIELDS = ['id', 'title', 'created_at', 'updated_at'] as const;
type TemplateSortField = (typeof TEMPLATE_SORT_FIELDS)[number];

const EMPTY = {
  description: null,
  emailSubject: '',
  emailPreHeader: '',
  emailBody: '',
  emailBodyText: '',
  designTemplate: 'simple',
  translations: {},
  dataSchema: null,
} as const;

const TAKEN: Taken = { ux_email_templates_title_key: ['title', 'Template with this title already exists'] };

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
    const pattern = Like(likeContains(search));
    const [items, total] = await this.db.manager.findAndCount(EmailTemplate, {
      where: search === '' ? {} : [{ title: pattern }, { description: pattern }],
      order: { [camelCase(field)]: direction, id: direction },
      skip: offsetOf(request),
      take: request.perPage,
    });
    return { items, total, request };
  }

  async get(id: number, reader: EntityReader = this.db): Promise<TemplateRecord> {
    const template = await this.find(id, reader);
    if (!template) throw notFound('template');
    return template;
  }

  async find(id: number, reader: EntityReader = this.db): Promise<TemplateRecord | null> {
    return reader.manager.findOneBy(EmailTemplate, { id });
  }

  async create(input: TemplateInput & { readonly title: string }): Promise<TemplateRecord> {
    return refusingTaken(TAKEN, () =>
      this.db.transaction(async (tx) => {
        const template = { ...EMPTY, ...input };
        await this.refuseFaults(tx, template);
        const now = toTheSecond(this.clock.now());
        const names = { titleKey: titleKey(input.title), createdAt: now, updatedAt: now };
        const id = await tx.insert(EmailTemplate, { ...template, ...names });
        await recordUses(tx, 'template', id, [contentOf(template)]);
        return this.get(id, tx);
      }),
    );
  }

  /** Updates the given members. @throws AppError rest_forbidden without `send_campaigns`, if a published funnel sends it. */
  async update(id: number, input: TemplateInput): Promise<TemplateRecord> {
    return refusingTaken(TAKEN, () =>
      this.db.transaction(async (tx) => {
        await this.lock(tx, id);
        const before = await this.get(id, tx);
        const after = { ...before, ...given(input) };
        if (wordsOf(after) !== wordsOf(before)) await assertMayChangeSent(tx, sendingStep(id));
        await this.refuseFaults(tx, after);
        await recordUses(tx, 'template', id, [contentOf(after)]);
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
      await recordUses(tx, 'template', id, []);
      await tx.delete('email_templates', id);
    });
  }

  private async lock(tx: Tx, id: number): Promise<void> {
    const rows = await tx.query('SELECT id FROM email_templates WHERE id = :id FOR UPDATE', { id });
    if (rows.length === 0) throw notFound('template');
  }

  private async refuseFaults(tx: Tx, template: StoredContent & Pick<EmailTemplate, 'dataSchema'>): Promise<void> {
    const schemaFault = dataSchemaFault(template.dataSchema);
    const faults = {
      ...this.contents.templateFaults(await withSnippets(tx, contentOf(template))),
      ...(schemaFault === null ? {} : { data_schema: schemaFault }),
    };
    if (Object.keys(faults).length > 0) throw invalidParams(faults);
  }
}

const sendingStep = (id: number) => ({ action: 'send_double_optin', settings: { template_id: id } });

const wordsOf = (template: TemplateRecord): string =>
  JSON.stringify({ ...template, title: '', titleKey: '', description: '' });
