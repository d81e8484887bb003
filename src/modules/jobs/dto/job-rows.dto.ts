import { OneOf, Text, WholeNumber } from '../../../platform/http/dto-fields.js';
import { decodeCursor, idOfCursor } from '../../../platform/http/page.js';
import { type JobRowsRequest, ROW_FILTERS, type RowFilter } from '../bulk-job-rows.queries.js';

const PER_PAGE = 100;
const MAX_PER_PAGE = 1_000;

/** In the order of the rows, from the first one on. */
export class ListJobRowsDto {
  @OneOf(ROW_FILTERS, { description: 'Only rows of which that became; all when it is left out' }) outcome?: RowFilter;

  @WholeNumber({ min: 1, max: MAX_PER_PAGE, default: PER_PAGE, description: 'Rows per page' }) per_page?: number;

  @Text({
    max: 500,
    description: '`*`, or nothing, starts at the first row; pass `next_cursor` to go on',
    example: '*',
  })
  cursor?: string;

  toRequest(): JobRowsRequest {
    const { cursor } = this;
    return {
      filter: this.outcome ?? null,
      after: cursor === undefined || cursor === '*' ? 0 : idOfCursor(decodeCursor(cursor)),
      limit: this.per_page ?? PER_PAGE,
    };
  }
}
