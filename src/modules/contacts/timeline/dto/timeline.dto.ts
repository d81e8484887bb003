import { decodeCursor } from '../../../../platform/http/page.js';
import type { TimelineRequest } from '../timeline.queries.js';
import { Text, WholeNumber } from '../../../../platform/http/dto-fields.js';

const PER_PAGE = 10;
const MAX_PER_PAGE = 1_000;

/** A feed has cursors only: new items at the top would shift numbered pages. */
export class TimelineDto {
  @WholeNumber({ min: 1, max: MAX_PER_PAGE, default: PER_PAGE, description: 'Items per page' }) per_page?: number;

  @Text({ max: 500, description: '`*` or nothing starts at the top; pass `next_cursor` to continue', example: '*' })
  cursor?: string;

  toRequest(): TimelineRequest {
    return {
      perPage: this.per_page ?? PER_PAGE,
      cursor: this.cursor === undefined || this.cursor === '*' ? null : decodeCursor(this.cursor),
    };
  }
}
