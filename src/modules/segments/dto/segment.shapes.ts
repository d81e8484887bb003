import { type Filters, type FilterValue, OPERATORS } from '../filter-language/filter.js';
import type { TestedValue } from '../filter-language/tested-values.queries.js';
import type { StoredSegment } from '../segments.service.js';
import { FILTERS_SCHEMA, ROW_VALUES } from './segment.dto.js';
import { written } from '../../../platform/shapes/written.js';
import * as s from '../../../shapes/shape.js';

const OCCURRENCES = {
  type: 'object',
  required: ['count', 'last_at'],
  properties: {
    count: { type: 'integer', description: 'Number of events', example: 3 },
    last_at: { type: 'string', nullable: true, description: 'Null: never', example: '2026-01-31 09:30:00' },
  },
};

const segmentShape = s.component('SegmentResponse', {
  id: s.integer(1),
  title: s.text('Contacts in Paris'),
  slug: s.text('contacts-in-paris'),
  filters: s.json<Filters>(FILTERS_SCHEMA),
  description: s.nullable(s.text('All contacts with the city Paris')),
  created_at: s.sqlTime(),
  updated_at: s.sqlTime(),
});

export const segmentOf = (segment: StoredSegment) => written(segmentShape, segment);

export const segmentsShape = s.component('SegmentsResponse', { segments: s.list(segmentShape) });

export const oneSegmentShape = s.component('OneSegmentResponse', { segment: segmentShape });

export const segmentSavedShape = s.component('SegmentSavedResponse', {
  ...oneSegmentShape.properties,
  message: s.text('Successfully saved the segment.'),
});

export const segmentRemovedShape = s.component('SegmentRemovedResponse', {
  message: s.text('Successfully removed the segment.'),
});

export const segmentCountShape = s.component('SegmentCountResponse', {
  count: s.integer(1204),
  as_of: s.isoTime('Time of the count', '2026-06-30T12:00:00.000Z'),
});

export const segmentCountOf = (counted: { readonly count: number; readonly asOf: Date }) =>
  written(segmentCountShape, counted);

const explainedRowShape = s.component('ExplainedRowResponse', {
  source: s.list(s.text(), 'As in the rule', { example: ['subscriber', 'city'] }),
  operator: s.oneOf(OPERATORS, undefined, '='),
  value: s.optional(
    s.json<FilterValue>({ oneOf: ROW_VALUES, description: 'The value in the rule', examples: ['Paris'] }),
  ),
  holds: s.flag('Whether the contact matches the row'),
  actual: s.json<TestedValue>({
    oneOf: [...ROW_VALUES, OCCURRENCES, { type: 'null' }],
    description:
      'The value of the contact: a single value, null, an array of ids or options, or count and last_at of events',
    examples: ['Lyon'],
  }),
});

const explainedGroupShape = s.component('ExplainedGroupResponse', {
  holds: s.flag('Whether the contact matches all rows'),
  rows: s.list(explainedRowShape),
});

export const explanationShape = s.component('ExplanationResponse', {
  holds: s.flag('Whether the contact is in the segment'),
  groups: s.list(explainedGroupShape),
});
