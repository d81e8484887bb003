import { DECIDED_BY, EXPERIMENT_STATES } from '../../campaign/ab-test.js';
import * as s from '../../../../shapes/shape.js';

export const abTestStateShape = s.component('AbTestStateResponse', {
  state: s.oneOf(EXPERIMENT_STATES, '`releasing`: the emails that waited for the winner are being released'),
  sample_ended_at: s.nullable(s.text('2026-01-31 09:31:00', 'Null before its end')),
  decides_at: s.nullable(s.text('2026-01-31 13:31:00', 'When the winner is due')),
  winner: s.nullable(s.text('b', 'The key of the variant')),
  decided_by: s.nullable(s.oneOf(DECIDED_BY, '`confidence`: a variant was significantly better')),
  confidence: s.nullable(
    s.json<number>({
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'Of the winner, or of the leading variant while a manager must choose',
      examples: [0.97],
    }),
  ),
  decided_at: s.nullable(s.text('2026-01-31 13:31:02', 'Null until the winner is known')),
});

const rateIntervalShape = s.component('RateIntervalResponse', {
  low: s.decimal(38.2, 'Percent'),
  high: s.decimal(46.1, 'Percent'),
});

/** Humans only. Rates are percent of the delivered emails. */
export const variantAnalysisShape = s.component('VariantAnalysisResponse', {
  key: s.text('b'),
  subject: s.text('Last day!'),
  total: s.integer(500, 'Recipients assigned to the variant'),
  sent: s.integer(498),
  opened: s.integer(210),
  clicked: s.integer(44),
  open_rate: s.decimal(42.2, 'Percent of the delivered emails'),
  click_rate: s.decimal(8.8, 'Percent of the delivered emails'),
  converted: s.integer(6, 'Emails with an attributed order'),
  conversion_rate: s.decimal(1.2, 'Percent of the delivered emails'),
  orders: s.integer(7, 'In all currencies'),
  revenue: s.decimal(412.3, 'Net of refunds, in `currency`'),
  currency: s.nullable(s.text('EUR', 'Null without revenue')),
  interval: s.described(rateIntervalShape, '95 % confidence interval of the rate of the deciding metric, in percent'),
  lift: s.nullable(
    s.decimal(
      12.5,
      'Lift of that rate over the first variant in percent; null when the rate of the first variant is 0',
    ),
  ),
  confidence: s.nullable(
    s.json<number>({
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'Probability that this variant is the best',
      examples: [0.97],
    }),
  ),
  winner: s.flag('Whether it is the winner of the test'),
});
export type VariantAnalysisResponse = s.TypeOf<typeof variantAnalysisShape>;
