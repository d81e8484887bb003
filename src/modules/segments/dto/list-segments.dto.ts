import { Text } from '../../../platform/http/dto-fields.js';
import { sortable } from '../../../platform/http/sorting.js';
import { SEGMENT_SORT_FIELDS, type SegmentSearch } from '../segments.service.js';

class SegmentsQuery {
  @Text({ description: 'Part of the title, slug, or description', example: 'paris' }) search?: string;
}

export class ListSegmentsDto extends sortable(SegmentsQuery, SEGMENT_SORT_FIELDS, { field: 'id', direction: 'DESC' }) {
  toSearch(): SegmentSearch {
    const sorting = this.toSorting();
    return this.search === undefined || this.search === '' ? { sorting } : { sorting, search: this.search };
  }
}
