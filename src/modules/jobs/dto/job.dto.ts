import { OneOf, Text, WholeNumber } from '../../../platform/http/dto-fields.js';
import { decodeCursor, idOfCursor, numberedQuery } from '../../../platform/http/page.js';
import { ROW_FILTERS, type RowFilter } from '../bulk-job-status.js';
import type { JobRowsRequest } from '../bulk-jobs.service.js';

const PER_PAGE = 100;
const MAX_PER_PAGE = 1_000;

export class ListJobsDto extends numberedQuery(25) {}

export class ListJobRowsDto {
  @OneOf(ROW_FILTERS, { description: 'Only rows with this outcome; all rows by default' }) outcome?: RowFilter;

  @WholeNumber({ min: 1, max: MAX_PER_PAGE, default: PER_PAGE, description: 'Rows per page' }) per_page?: number;

  @Text({
    max: 500,
    description: '`*` or empty starts at the first row; pass `next_cursor` to get the next page',
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
