import { comparedMetaShape } from '../../dto/report-meta.shapes.js';
import { FIGURES, labelled, shown } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

export const growthSumShape = s.component('GrowthSumResponse', {
  new: shown(labelled(FIGURES.newSubscribed, 'New'), 15, 'Contacts that became subscribed'),
  unsubscribed: shown(FIGURES.unsubscribedContacts, 2, 'Contacts that became unsubscribed'),
  bounced: shown(FIGURES.bouncedContacts, 1, 'Contacts that became bounced'),
  complained: shown(FIGURES.complainedContacts, 0, 'Contacts that reported an email as spam'),
  left: shown(FIGURES.leftSubscribed, 4, 'Contacts that stopped being subscribed, including deleted contacts'),
  net: shown(FIGURES.netGrowth, 11, 'new - left'),
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
