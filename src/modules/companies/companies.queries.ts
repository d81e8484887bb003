import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Keyset } from '../../platform/http/keyset.js';
import { type CursorPosition, offsetOf, type Page, type PageRequest } from '../../platform/http/page.js';
import type { Sorting } from '../../platform/http/sorting.js';
import { likeContains } from '../../platform/sql/like.js';
import { formsOf } from '../../platform/text/email-address.js';
import type { SqlValue } from '../../platform/sql/named-parameters.js';
import type { SqlCondition } from '../../platform/sql/sql-condition.js';
import { COMPANY_COLUMNS, type CompanyRecord } from './companies.service.js';

export const COMPANY_SORTING = new Keyset({
  id: 'id',
  name: 'text',
  contacts_count: 'unsteady',
  created_at: 'time',
  updated_at: 'time',
});
export type CompanySortField = (typeof COMPANY_SORTING)['fields'][number];

export interface CompanyFilter {
  readonly search?: string;
  /** On the company `c`. */
  readonly condition?: SqlCondition | undefined;
  readonly sorting: Sorting<CompanySortField>;
}

@Injectable()
export class CompaniesQueries {
  constructor(private readonly db: Database) {}

  async list({ search, condition, sorting }: CompanyFilter, request: PageRequest): Promise<Page<CompanyRecord>> {
    const { where, params } = matching(search, condition);
    const [counted] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM companies c ${whereClause(where)}`,
      params,
    );
    const beyond = COMPANY_SORTING.beyond(sorting, request, 'c');
    if (beyond) where.push(beyond.sql);
    const rows = await this.db.query<CompanyRecord>(
      `SELECT ${COMPANY_COLUMNS} FROM companies c ${whereClause(where)}
        ORDER BY ${COMPANY_SORTING.order(sorting, 'c')}
        LIMIT :limit OFFSET :offset`,
      // One row more than requested shows whether there is a next page.
      {
        ...params,
        ...beyond?.params,
        limit: request.perPage + 1,
        offset: request.cursor === undefined ? offsetOf(request) : 0,
      },
    );
    const items = rows.slice(0, request.perPage);
    const last = items.at(-1);
    const next = rows.length > request.perPage && last ? positionOf(last, sorting.field) : null;
    return { items, total: counted?.total ?? 0, request, next };
  }
}

/** Matches companies in which every word occurs in the name, the email address, or the industry. */
function matching(
  search = '',
  condition?: SqlCondition,
): { readonly where: string[]; readonly params: Record<string, SqlValue> } {
  const where = condition ? [condition.sql] : [];
  const params: Record<string, SqlValue> = { ...condition?.params };
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

function positionOf({ id, name, createdAt, updatedAt }: CompanyRecord, field: CompanySortField): CursorPosition {
  const values = { id, name, contacts_count: null, created_at: createdAt, updated_at: updatedAt };
  return COMPANY_SORTING.position(id, values[field], field);
}
