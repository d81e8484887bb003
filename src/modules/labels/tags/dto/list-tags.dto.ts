import { Flag, Text } from '../../../../platform/http/dto-fields.js';
import { sortable } from '../../../../platform/http/sorting.js';
import { LABEL_SORT_FIELDS, type LabelFilter } from '../../labels.service.js';

class TagsQuery {
  @Text({ description: 'Part of title, slug or description', example: 'vip' }) search?: string;

  @Flag({ default: false, description: 'Leave out totalCount and subscribersCount' }) exclude_counts?: boolean;
}

export class ListTagsDto extends sortable(TagsQuery, LABEL_SORT_FIELDS, { field: 'id', direction: 'DESC' }) {
  toFilter(): LabelFilter {
    const sorting = this.toSorting();
    return this.search === undefined || this.search === '' ? { sorting } : { sorting, search: this.search };
  }
}
