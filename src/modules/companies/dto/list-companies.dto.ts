import { Text } from '../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../platform/http/page.js';
import { sortable } from '../../../platform/http/sorting.js';
import { COMPANY_SORT_FIELDS, type CompanyFilter } from '../companies.queries.js';

const PER_PAGE = 10;

export class ListCompaniesDto extends sortable(pageQuery(PER_PAGE), COMPANY_SORT_FIELDS, {
  field: 'id',
  direction: 'DESC',
}) {
  @Text({ description: 'Words in name, email address, or industry; all must match', example: 'engines' })
  search?: string;

  toFilter(): CompanyFilter {
    const sorting = this.toSorting();
    return this.search === undefined ? { sorting } : { sorting, search: this.search };
  }
}
