import { deliverabilityShape, NULL_OF_AUDIENCE, recentOutcomeShape } from './deliverability.shapes.js';
import { FIGURES, rateOf, shown } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

const COMPLAINT_STATUSES = ['ok', 'warn', 'critical'] as const;
export type ComplaintStatus = (typeof COMPLAINT_STATUSES)[number];

export const complaintTotalsShape = s.component('ComplaintTotalsResponse', {
  sent: shown(FIGURES.sent, 10000),
  delivered: shown(FIGURES.delivered, 9850, 'sent - bounced'),
  complained: shown(FIGURES.complained, 12),
});

export const complaintRatesShape = s.component('ComplaintRatesResponse', {
  complaint_rate: shown(rateOf('complained', 'delivered'), 0.1),
});

const previousComplaintsShape = s.component('PreviousComplaintsResponse', {
  totals: complaintTotalsShape,
  rates: complaintRatesShape,
});

const complaintThresholdShape = s.component('ComplaintThresholdResponse', {
  warn: s.decimal(0.1, 'Percent'),
  critical: s.decimal(0.3, 'Percent'),
});

const complaintSourceShape = s.component('ComplaintSourceResponse', {
  reason: s.nullable(s.text('arf', 'Source; null if unknown')),
  total: s.integer(9),
  share: s.decimal(75, 'Percentage of all complaints'),
});

export const complaintDayShape = s.component('ComplaintDayResponse', {
  date: s.text('2026-06-01', 'Local day'),
  delivered: shown(FIGURES.delivered, 394, 'sent - bounced'),
  complained: shown(FIGURES.complained, 1),
  complaint_rate: shown(rateOf('complained', 'delivered'), 0.3),
});

const recentComplaintShape = s.component('RecentComplaintResponse', {
  ...recentOutcomeShape.properties,
  reason: s.text('arf', 'Source of the complaint'),
});

export const spamComplaintsShape = s.component('SpamComplaintsResponse', {
  ...deliverabilityShape.properties,
  totals: complaintTotalsShape,
  rates: complaintRatesShape,
  threshold: s.described(complaintThresholdShape, 'Percentage of delivered emails, before rounding'),
  status: s.oneOf(COMPLAINT_STATUSES, 'The highest threshold that the complaint rate reached'),
  previous: s.nullable(s.described(previousComplaintsShape, 'Null with `compare_with=none`')),
  by_reason: s.nullable(s.list(complaintSourceShape, NULL_OF_AUDIENCE)),
  timeline: s.list(complaintDayShape, 'Every day of the period'),
  recent: s.nullable(s.list(recentComplaintShape, `The latest 20, newest first. ${NULL_OF_AUDIENCE}`)),
});
export type SpamComplaintsResponse = s.TypeOf<typeof spamComplaintsShape>;
