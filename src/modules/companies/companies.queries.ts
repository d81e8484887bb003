import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Keyset } from '../../platform/http/keyset.js';
import type { Page, PageRequest, Sorting } from '../../platform/http/page.js';
import { likeContains } from '../../platform/sql/like.js';
import { formsOf } from '../../platform/text/email-address.js';
import type { SqlValue, SqlCondition } from '../../platform/sql/named-parameters.js';
import { COMPANY_COLUMNS, type CompanyRecord } from './companies.service.js';

export const COMPANY_SORTING = new Keyset({
  id: 'id',
  name: 'text',
  contacts_count: 'unsteady',
  created_at: 'time',
  updated_at: 'time',
});
type CompanySortField = (typeof COMPANY_SORTING)['fields'][number];

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
    const sql = { columns: COMPANY_COLUMNS, from: 'companies', row: 'c', ...matching(search, condition) };
    return COMPANY_SORTING.page(this.db, sql, sorting, request);
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
