import { reportMetaShape } from '../../dto/report-meta.shapes.js';
import { FIGURES, rateOf, shown, TRACKED_SENT } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

export const DIMENSIONS = ['list', 'tag', 'segment', 'country', 'contact_type', 'domain', 'engagement'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export const contactGroupShape = s.component('ContactGroupResponse', {
  key: s.json<number | string | null>({
    oneOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }],
    description: 'The id of a list, tag, or segment, or the value itself; null for contacts without one',
    examples: [7],
  }),
  label: s.text('Newsletter'),
  size: s.integer(1200, 'Current number of contacts'),
  share: s.decimal(7.8, 'Percentage of all contacts'),
  tracked: shown(FIGURES.trackedSent, 9800, TRACKED_SENT),
  open_rate: shown(rateOf('opened', 'sent'), 42.1),
  click_rate: shown(rateOf('clicked', 'sent'), 8.7),
  unsubscribe_rate: shown(rateOf('unsubscribed', 'sent'), 0.4, 'Percentage of the emails sent to them'),
  revenue: shown(FIGURES.revenue, 1290.5, 'Revenue minus refunds'),
});

const overlapShape = s.component('OverlapResponse', {
  keys: s.json<readonly [number, number]>({
    type: 'array',
    items: { type: 'integer' },
    minItems: 2,
    maxItems: 2,
    examples: [[7, 9]],
  }),
  size: s.integer(300, 'Contacts in both groups'),
  share: s.decimal(25, 'Percentage of the contacts who are in either group'),
});
export type OverlapResponse = s.TypeOf<typeof overlapShape>;

export const segmentationShape = s.component('SegmentationResponse', {
  dimension: s.oneOf(DIMENSIONS, 'What contacts are grouped by', 'list'),
  segments: s.list(contactGroupShape, 'Largest first; engagement bands from lowest to highest'),
  overlap: s.list(
    overlapShape,
    'Pairs of the listed lists, tags, or segments that share contacts, highest share first',
  ),
  total: s.integer(15420, 'Number of contacts that the report covers'),
  currency: s.nullable(s.text('EUR', 'Null if there are no orders')),
  meta: reportMetaShape,
});
export type SegmentationResponse = s.TypeOf<typeof segmentationShape>;
