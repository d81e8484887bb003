import { Flag, Text } from '../../../platform/http/dto-fields.js';
import { sortable } from '../../../platform/http/page.js';
import { LABEL_SORT_FIELDS, type LabelFilter } from '../labels.service.js';

class LabelsQuery {
  @Text({ description: 'Part of the title, slug, or description', example: 'newsletter' }) search?: string;

  @Flag({ default: false, description: 'Omit totalCount and subscribersCount' }) exclude_counts?: boolean;
}

export class ListLabelsDto extends sortable(LabelsQuery, LABEL_SORT_FIELDS) {
  toFilter(): LabelFilter {
    const sorting = this.toSorting();
    return this.search === undefined || this.search === '' ? { sorting } : { sorting, search: this.search };
  }
}
