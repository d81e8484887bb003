import { comparedMetaShape } from '../../dto/report-meta.shapes.js';
import * as s from '../../../../shapes/shape.js';

const growthSumShape = s.component('GrowthSumResponse', {
  new: s.integer(15, 'Contacts that became subscribed'),
  unsubscribed: s.integer(2, 'Contacts that became unsubscribed'),
  bounced: s.integer(1, 'Contacts that became bounced'),
  complained: s.integer(0, 'Contacts that reported an email as spam'),
  left: s.integer(4, 'Contacts that stopped being subscribed, including deleted contacts'),
  net: s.integer(11, 'new - left'),
  total: s.integer(15420, 'Subscribed contacts at the end of the interval'),
});

const growthPointShape = s.component('GrowthPointResponse', {
  ...growthSumShape.properties,
  date: s.text('2026-06-01', 'First day of the interval; for an hour, its start, such as `2026-10-25T02:00:00+01:00`'),
  partial: s.boolean(false, 'Whether the period contains only part of this week or month'),
});

export const growthShape = s.component('GrowthResponse', {
  data: s.list(growthPointShape),
  totals: s.described(growthSumShape, 'Figures of the whole period'),
  previous: s.nullable(s.described(growthSumShape, 'The same figures for the comparison period')),
  meta: comparedMetaShape,
});
export type GrowthResponse = s.TypeOf<typeof growthShape>;
