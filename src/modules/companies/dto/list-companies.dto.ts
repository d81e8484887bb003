import { Text } from '../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../platform/http/page.js';
import { timed } from '../../../platform/http/row-times.js';
import { sortable } from '../../../platform/http/sorting.js';
import { COMPANY_SORTING, type CompanyFilter } from '../companies.queries.js';

const PER_PAGE = 10;

export class ListCompaniesDto extends sortable(timed(pageQuery(PER_PAGE)), COMPANY_SORTING.fields, {
  field: 'id',
  direction: 'DESC',
}) {
  @Text({ description: 'Words in name, email address, or industry; all must match', example: 'engines' })
  search?: string;

  toFilter(): CompanyFilter {
    const filter = { condition: this.toTimes('c'), sorting: this.toSorting() };
    return this.search === undefined ? filter : { ...filter, search: this.search };
  }
}
