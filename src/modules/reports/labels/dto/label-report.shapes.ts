import { CONTACT_STATUSES } from '../../../contacts/contact/contact-status.js';
import { reportMetaShape } from '../../dto/report-meta.shapes.js';
import { FIGURES, rateOf, shown, TRACKED_SENT } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

export const labelFiguresShape = s.component('LabelFiguresResponse', {
  id: s.integer(7),
  title: s.text('Newsletter'),
  totalCount: s.integer(1200, 'Current members'),
  subscribersCount: s.integer(1100, 'Current members whose status is subscribed'),
  new: shown(FIGURES.added, 40, 'Times that a contact was added'),
  lost: shown(FIGURES.removed, 10, 'Times that a contact was removed'),
  net_growth: shown(FIGURES.netAdded, 30, 'new - lost'),
  sent: shown(FIGURES.sent, 4400, 'Emails to current members'),
  tracked: shown(FIGURES.trackedSent, 1000, TRACKED_SENT),
  open_rate: shown(rateOf('opened', 'sent'), 42.1),
  click_rate: shown(rateOf('clicked', 'sent'), 8.7),
  revenue: shown(FIGURES.revenue, 1290.5, 'Revenue of current members, minus refunds'),
});

export const listReportsShape = s.component('ListReportsResponse', {
  lists: s.list(labelFiguresShape, 'Sorted by title'),
  currency: s.nullable(s.text('EUR', 'Null if there are no orders')),
  meta: reportMetaShape,
});
export type ListReportsResponse = s.TypeOf<typeof listReportsShape>;

export const tagReportsShape = s.component('TagReportsResponse', {
  tags: s.list(labelFiguresShape, 'Sorted by title'),
  currency: s.nullable(s.text('EUR', 'Null if there are no orders')),
  meta: reportMetaShape,
});

export const labelGrowthShape = s.component('LabelGrowthResponse', {
  date: s.text('2026-06-01', 'Local day'),
  added: shown(FIGURES.added, 5),
  removed: shown(FIGURES.removed, 1),
  net: shown(FIGURES.netAdded, 4, 'added - removed'),
});

const scoreBandShape = s.component('ScoreBandResponse', {
  from: s.integer(21, 'Lowest score (inclusive)'),
  to: s.integer(40, 'Highest score (inclusive)'),
  contacts: s.integer(120),
  share: s.decimal(10, 'Percentage of all members'),
});

const labelEngagementShape = s.component('LabelEngagementResponse', {
  score_average: s.decimal(34.5, 'Mean score of the members, 0 to 100'),
  distribution: s.list(scoreBandShape, 'Number of members by score'),
});

export const oneLabelReportShape = s.component('OneLabelReportResponse', {
  ...labelFiguresShape.properties,
  growth: s.list(labelGrowthShape, 'Every day of the period'),
  engagement: labelEngagementShape,
  status_breakdown: s.json<Readonly<Record<string, number>>>({
    type: 'object',
    properties: Object.fromEntries(CONTACT_STATUSES.map((status) => [status, { type: 'integer', example: 10 }])),
    description: 'Members by status',
  }),
  currency: s.nullable(s.text('EUR', 'Null if there are no orders')),
  meta: reportMetaShape,
});
export type OneLabelReportResponse = s.TypeOf<typeof oneLabelReportShape>;
