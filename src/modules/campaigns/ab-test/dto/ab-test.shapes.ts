import { DECIDED_BY, EXPERIMENT_STATES } from '../../campaign/ab-test.js';
import * as s from '../../../../shapes/shape.js';

const probability = (description: string) =>
  s.nullable(s.json<number>({ type: 'number', minimum: 0, maximum: 1, description, examples: [0.97] }));

export const abTestStateShape = s.component('AbTestStateResponse', {
  state: s.oneOf(EXPERIMENT_STATES, '`releasing`: the emails that waited for the winner are being released'),
  sample_ended_at: s.nullable(s.sqlTime('Null before its end', '2026-01-31 09:31:00')),
  decides_at: s.nullable(s.sqlTime('When the winner is due', '2026-01-31 13:31:00')),
  winner: s.nullable(s.text('b', 'The key of the variant')),
  decided_by: s.nullable(s.oneOf(DECIDED_BY, '`confidence`: a variant was significantly better')),
  confidence: probability('Of the winner, or of the leading variant while a manager must choose'),
  decided_at: s.nullable(s.sqlTime('Null until the winner is known', '2026-01-31 13:31:02')),
});
/** The progress of a test, as it is stored. */
export type ExperimentProgress = s.StoredOf<typeof abTestStateShape>;

const rateIntervalShape = s.component('RateIntervalResponse', {
  low: s.decimal(38.2, 'Percent'),
  high: s.decimal(46.1, 'Percent'),
});

/** Humans only. Rates are percent of the delivered emails, those of opens and clicks of the tracked ones. */
export const variantAnalysisShape = s.component('VariantAnalysisResponse', {
  key: s.text('b'),
  subject: s.text('Last day!'),
  total: s.integer(500, 'Recipients assigned to the variant'),
  sent: s.integer(498),
  opened: s.integer(210),
  clicked: s.integer(44),
  tracked: s.integer(498, 'Delivered emails with tracking, which decide the test'),
  open_rate: s.decimal(42.2, 'Percent of tracked'),
  click_rate: s.decimal(8.8, 'Percent of tracked'),
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
  confidence: probability('Probability that this variant is the best'),
  winner: s.flag('Whether it is the winner of the test'),
});
export type VariantAnalysisResponse = s.TypeOf<typeof variantAnalysisShape>;
