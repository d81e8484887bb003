import { decodeCursor, encodeCursor } from '../../../../platform/http/page.js';
import type { Timeline, TimelineItem, TimelineRequest } from '../timeline.queries.js';
import { TIMELINE_TYPES } from '../timeline-sources.js';
import { written } from '../../../../platform/shapes/written.js';
import * as s from '../../../../shapes/shape.js';
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

const timelineItemShape = s.component('TimelineItemResponse', {
  type: s.oneOf(TIMELINE_TYPES, undefined, 'status_changed'),
  occurred_at: s.sqlTime(),
  title: s.text('Status changed from pending to subscribed', 'Text for display'),
  data: s.json<Readonly<Record<string, unknown>>>({
    type: 'object',
    additionalProperties: true,
    description: 'Details; the members depend on `type`',
    examples: [{ old_status: 'pending', new_status: 'subscribed', reason: null, source: 'double_opt_in' }],
  }),
});

const timelineItemOf = (item: TimelineItem) => written(timelineItemShape, item);

const timelinePageShape = s.component('TimelinePageResponse', {
  data: s.list(timelineItemShape),
  per_page: s.integer(10),
  next_cursor: s.nullable(s.text(null, 'Null on the last page')),
});

const timelinePageOf = ({ items, perPage, next }: Timeline) => ({
  data: items.map(timelineItemOf),
  per_page: perPage,
  next_cursor: next === null ? null : encodeCursor(next),
});

export const timelineShape = s.component('TimelineResponse', { timeline: timelinePageShape });

export const timelineOf = (timeline: Timeline) => ({ timeline: timelinePageOf(timeline) });
