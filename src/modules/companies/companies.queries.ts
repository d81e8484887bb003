import { Injectable } from '@nestjs/common';
import { parseTimestamp, sqlTimestamp } from '../../platform/clock/timestamps.js';
import { Database } from '../../platform/database/database.js';
import { invalidParam } from '../../platform/errors/app-error.js';
import { type CursorPosition, type Page, type PageRequest, offsetOf } from '../../platform/http/page.js';
import type { Sorting } from '../../platform/http/sorting.js';
import { likeContains } from '../../platform/sql/like.js';
import { formsOf } from '../../platform/text/email-address.js';
import type { SqlValue } from '../../platform/sql/named-parameters.js';
import { COMPANY_COLUMNS, type CompanyRecord } from './companies.service.js';

export const COMPANY_SORT_FIELDS = ['id', 'name', 'contacts_count', 'created_at'] as const;
export type CompanySortField = (typeof COMPANY_SORT_FIELDS)[number];

export interface CompanyFilter {
  readonly search?: string;
  readonly sorting: Sorting<CompanySortField>;
}

@Injectable()
export class CompaniesQueries {
  constructor(private readonly db: Database) {}

  /** @throws AppError rest_invalid_param for a cursor of another list. */
  async list({ search, sorting }: CompanyFilter, request: PageRequest): Promise<Page<CompanyRecord>> {
    const { where, params } = matching(search);
    const [counted] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM companies c ${whereClause(where)}`,
      params,
    );
    const { field } = sorting;
    const [direction, sign] = sorting.direction === 'ASC' ? (['ASC', '>'] as const) : (['DESC', '<'] as const);
    if (request.cursor !== undefined && field === 'contacts_count')
      throw invalidParam('cursor', 'cannot be used with sort_by=contacts_count, because counts change between pages');
    if (request.cursor) {
      where.push(beyond(field, sign));
      params['afterId'] = request.cursor.id;
      params['afterValue'] = cursorValue(request.cursor, field);
    }
    const rows = await this.db.query<CompanyRecord>(
      `SELECT ${COMPANY_COLUMNS} FROM companies c ${whereClause(where)}
        ORDER BY ${field === 'id' ? '' : `c.${field} ${direction}, `}c.id ${direction}
        LIMIT :limit OFFSET :offset`,
      // One row more than requested shows whether there is a next page.
      { ...params, limit: request.perPage + 1, offset: request.cursor === undefined ? offsetOf(request) : 0 },
    );
    const items = rows.slice(0, request.perPage);
    const last = items.at(-1);
    const next = rows.length > request.perPage && last ? positionOf(last, field) : null;
    return { items, total: counted?.total ?? 0, request, next };
  }
}

/** Matches companies in which every word occurs in the name, the email address, or the industry. */
function matching(search = ''): { readonly where: string[]; readonly params: Record<string, SqlValue> } {
  const where: string[] = [];
  const params: Record<string, SqlValue> = {};
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .forEach((word, index) => {
      const [any, lower] = [`word${index}`, `lower${index}`];
      where.push(`(c.name LIKE :${any} OR c.industry LIKE :${any} OR c.email LIKE :${lower})`);
      params[any] = likeContains(word);
      params[lower] = likeContains(formsOf(word.toLowerCase())[0] ?? word);
    });
  return { where, params };
}

function whereClause(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}

/** Selects rows after the cursor. A row comparison `(a, b) < (x, y)` would make the servers read the index from its start. */
function beyond(field: CompanySortField, sign: '<' | '>'): string {
  if (field === 'id') return `c.id ${sign} :afterId`;
  return `c.${field} ${sign}= :afterValue AND (c.${field} ${sign} :afterValue OR c.id ${sign} :afterId)`;
}

function positionOf(company: CompanyRecord, field: CompanySortField): CursorPosition {
  if (field === 'name') return { value: company.name, id: company.id };
  return { value: field === 'created_at' ? sqlTimestamp(company.createdAt) : null, id: company.id };
}

/** @throws AppError rest_invalid_param for a cursor of a list with another sort order. */
function cursorValue({ value }: CursorPosition, field: CompanySortField): string | null {
  if (field === 'id' && value === null) return null;
  const fits = typeof value === 'string' && (field === 'name' || (field === 'created_at' && parseTimestamp(value)));
  if (!fits) throw invalidParam('cursor', 'is not a cursor of this list');
  return value;
}
