import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import type { Sorting } from '../../../platform/http/sorting.js';
import { likeContains } from '../../../platform/sql/like.js';
import { TEMPLATE_COLUMNS, type TemplateRecord } from './templates.service.js';

export const TEMPLATE_SORT_FIELDS = ['id', 'title', 'created_at', 'updated_at'] as const;
export type TemplateSortField = (typeof TEMPLATE_SORT_FIELDS)[number];

/** Templates as they are listed. */
@Injectable()
export class TemplatesQueries {
  constructor(private readonly db: Database) {}

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
}
