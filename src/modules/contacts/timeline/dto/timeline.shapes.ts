import { encodeCursor } from '../../../../platform/http/page.js';
import type { Timeline } from '../timeline.queries.js';
import { TIMELINE_TYPES } from '../timeline-sources.js';
import { written } from '../../../../platform/shapes/written.js';
import * as s from '../../../../shapes/shape.js';

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

const timelinePageShape = s.component('TimelinePageResponse', {
  data: s.list(timelineItemShape),
  per_page: s.integer(10),
  next_cursor: s.nullable(s.text(null, 'Null on the last page')),
});

export const timelineShape = s.component('TimelineResponse', { timeline: timelinePageShape });

export const timelineOf = ({ items, perPage, next }: Timeline) => ({
  timeline: {
    data: items.map((item) => written(timelineItemShape, item)),
    per_page: perPage,
    next_cursor: next && encodeCursor(next),
  },
});
