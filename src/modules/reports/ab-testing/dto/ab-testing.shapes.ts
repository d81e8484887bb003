import type { TestResult } from '../../../campaigns/ab-test/test-results.service.js';
import { reportMetaShape } from '../../dto/report-meta.shapes.js';
import { PAGE_POSITION } from '../../../../platform/http/page.js';
import { FIGURES, rateOf, shown } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

export const testedVariantShape = s.component('TestedVariantResponse', {
  key: s.text('b', 'Name of the variant within the test'),
  subject: s.text('Half-price tea this week'),
  sent: shown(FIGURES.sent, 1000),
  opened: shown(FIGURES.opened, 250, 'Emails opened at least once by a human'),
  clicked: shown(FIGURES.clicked, 60, 'Emails clicked at least once by a human'),
  tracked: shown(FIGURES.trackedDelivered, 990, 'Delivered emails with tracking, which decide the test'),
  open_rate: shown(rateOf('opened', 'delivered'), 25.3),
  click_rate: shown(rateOf('clicked', 'delivered'), 6.1),
  converted: s.integer(40, 'Emails that led to an order'),
  conversion_rate: s.decimal(4, 'Percentage of delivered emails'),
  orders: s.integer(44, 'Orders in all currencies'),
  revenue: s.decimal(1320.5, 'Revenue in `currency`, minus refunds'),
  currency: s.nullable(s.text('EUR', 'Null without revenue')),
  ci_low: s.decimal(22.7, 'Lower bound of the 95 % confidence interval of the deciding rate'),
  ci_high: s.decimal(28, 'Upper bound of that interval'),
  lift: s.nullable(
    s.decimal(25, 'Percentage by which that rate exceeds the first variant; null for the first variant'),
  ),
  confidence: s.nullable(s.decimal(0.97, 'Probability of being the best, 0 to 1')),
});

export const testedVariantOf = ({
  total: _total,
  winner: _winner,
  interval,
  lift,
  confidence,
  ...counts
}: TestResult['variants'][number]): s.TypeOf<typeof testedVariantShape> => ({
  ...counts,
  ci_low: interval.low,
  ci_high: interval.high,
  lift,
  confidence,
});

const testReportShape = s.component('TestReportResponse', {
  campaign_id: s.integer(12),
  title: s.text('June newsletter'),
  metric: s.oneOf(['opens', 'clicks', 'revenue'], undefined, 'opens'),
  status: s.oneOf(
    ['testing', 'choose_winner', 'releasing', 'decided'],
    '`choose_winner` waits for a manager to choose; with `releasing`, the winner is being sent',
    'decided',
  ),
  winner: s.nullable(s.text('b', 'Key of the variant; null if undecided')),
  confidence: s.nullable(
    s.decimal(
      0.97,
      'Probability that the winner, or the leading variant, is the best, 0 to 1; null if it cannot be computed',
    ),
  ),
  lift: s.nullable(s.decimal(25, 'Percentage by which it exceeds the first variant; null for the first variant')),
  variants: s.list(testedVariantShape),
});

export const abTestingShape = s.component('AbTestingResponse', {
  ...PAGE_POSITION,
  tests: s.list(testReportShape),
  meta: reportMetaShape,
});
export type AbTestingResponse = s.TypeOf<typeof abTestingShape>;
