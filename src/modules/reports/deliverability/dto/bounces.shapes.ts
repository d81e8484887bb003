import { deliverabilityShape, NULL_OF_AUDIENCE, recentOutcomeShape } from './deliverability.shapes.js';
import { FIGURES, rateOf, shown } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

export const bounceTotalsShape = s.component('BounceTotalsResponse', {
  sent: shown(FIGURES.sent, 10000),
  bounced: shown(FIGURES.bounced, 150),
  hard: s.nullable(s.integer(120, NULL_OF_AUDIENCE)),
  soft: s.nullable(s.integer(30, NULL_OF_AUDIENCE)),
});

export const bounceRatesShape = s.component('BounceRatesResponse', {
  bounce_rate: shown(rateOf('bounced', 'sent'), 1.5),
});

const previousBouncesShape = s.component('PreviousBouncesResponse', {
  totals: bounceTotalsShape,
  rates: bounceRatesShape,
});

const bounceReasonShape = s.component('BounceReasonResponse', {
  type: s.oneOf(['hard', 'soft']),
  reason: s.nullable(s.text('5.1.1', 'Bounce code; null if none given')),
  total: s.integer(90),
  share: s.decimal(60, 'Percentage of all bounces'),
});

export const bounceDayShape = s.component('BounceDayResponse', {
  date: s.text('2026-06-01', 'Local day'),
  sent: shown(FIGURES.sent, 400),
  bounced: shown(FIGURES.bounced, 6),
  bounce_rate: shown(rateOf('bounced', 'sent'), 1.5),
});

const recentBounceShape = s.component('RecentBounceResponse', {
  ...recentOutcomeShape.properties,
  type: s.oneOf(['hard', 'soft']),
  code: s.nullable(s.text('5.1.1')),
});

export const bouncesShape = s.component('BouncesResponse', {
  ...deliverabilityShape.properties,
  totals: bounceTotalsShape,
  rates: bounceRatesShape,
  previous: s.nullable(s.described(previousBouncesShape, 'Null with `compare_with=none`')),
  by_reason: s.nullable(s.list(bounceReasonShape, `The 20 most frequent reasons. ${NULL_OF_AUDIENCE}`)),
  timeline: s.list(bounceDayShape, 'Every day of the period'),
  recent: s.nullable(s.list(recentBounceShape, `The latest 20, newest first. ${NULL_OF_AUDIENCE}`)),
});
export type BouncesResponse = s.TypeOf<typeof bouncesShape>;
