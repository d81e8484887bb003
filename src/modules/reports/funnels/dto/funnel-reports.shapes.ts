import { page } from '../../../../platform/http/page.js';
import { reportMetaShape } from '../../dto/report-meta.shapes.js';
import { FIGURES, rateOf, shown, TRACKED_SENT } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

const funnelSubscribersShape = s.component('FunnelSubscribersResponse', {
  total_entered: s.integer(1200, 'Enrollments of all time'),
  currently_active: s.integer(300, 'Active enrollments now'),
  completed: s.integer(800, 'Enrollments that reached the end or the goal'),
  completion_rate: s.decimal(66.7, 'Percentage of total_entered'),
});

export const funnelRevenueShape = s.component('FunnelRevenueResponse', {
  total: shown(FIGURES.revenue, 300, 'Revenue attributed to its emails, minus refunds'),
  orders: shown(FIGURES.orders, 6),
  currency: s.nullable(s.text('EUR', 'Null if there are no orders')),
});

export const sequencePerformanceShape = s.component('SequencePerformanceResponse', {
  sequence_id: s.integer(17),
  title: s.text('Welcome email'),
  sent: shown(FIGURES.sent, 1000),
  opened: shown(FIGURES.opened, 421, 'Emails opened at least once'),
  clicked: shown(FIGURES.clicked, 87, 'Emails clicked at least once'),
  tracked: shown(FIGURES.trackedSent, 1000, TRACKED_SENT),
  open_rate: shown(rateOf('opened', 'sent'), 42.1),
  click_rate: shown(rateOf('clicked', 'sent'), 8.7),
  revenue: funnelRevenueShape,
});

const exitsShape = s.component('ExitsResponse', {
  reason: s.text('goal_reached', 'Why enrollments ended early'),
  total: s.integer(40),
});

const stepConversionShape = s.component('StepConversionResponse', {
  sequence_id: s.integer(17),
  title: s.text('Welcome email'),
  entered: s.integer(1200, 'Enrollments that reached the step'),
  converted: s.integer(1100, 'Enrollments that completed the step'),
  conversion_rate: s.decimal(91.7, 'Percentage of entered'),
  median_seconds: s.nullable(
    s.integer(
      86400,
      'Median time from reaching the step to completing it, over its last 1,000 runs; null if there are none',
    ),
  ),
});

const funnelFiguresShape = s.component('FunnelFiguresResponse', {
  funnel_id: s.integer(4),
  funnel_title: s.text('Welcome'),
  subscribers: funnelSubscribersShape,
  sequence_performance: s.list(sequencePerformanceShape, 'Steps that send emails'),
  exits: s.list(exitsShape, 'Exit reasons, most frequent first'),
  revenue: funnelRevenueShape,
});
export type FunnelFiguresResponse = s.TypeOf<typeof funnelFiguresShape>;

export const funnelReportShape = s.component('FunnelReportResponse', {
  ...funnelFiguresShape.properties,
  meta: reportMetaShape,
});
export type FunnelReportResponse = s.TypeOf<typeof funnelReportShape>;

export const funnelConversionShape = s.component('FunnelConversionResponse', {
  ...funnelFiguresShape.properties,
  steps: s.list(stepConversionShape),
  meta: reportMetaShape,
});
export type FunnelConversionResponse = s.TypeOf<typeof funnelConversionShape>;

export const funnelReportsShape = s.component('FunnelReportsResponse', {
  funnels: page('FunnelReportsPage', funnelFiguresShape),
  meta: reportMetaShape,
});
export type FunnelReportsResponse = s.TypeOf<typeof funnelReportsShape>;

const waitingAtStepShape = s.component('WaitingAtStepResponse', {
  sequence_id: s.integer(17),
  title: s.text('Wait one day'),
  waiting: s.integer(120, 'Contacts waiting at the step now'),
});

export const liveFunnelShape = s.component('LiveFunnelResponse', {
  funnel_id: s.integer(4),
  active: s.integer(300, 'Contacts in the funnel now'),
  waiting: s.integer(290, 'Contacts whose next step is not due yet'),
  entered_last_hour: s.integer(12),
  completed_last_hour: s.integer(9),
  by_sequence: s.list(waitingAtStepShape),
  as_of: s.text('2026-06-30T12:00:00.000Z', 'When the figures were read'),
  meta: reportMetaShape,
});
export type LiveFunnelResponse = s.TypeOf<typeof liveFunnelShape>;
