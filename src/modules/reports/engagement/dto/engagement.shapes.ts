import { reportMetaShape } from '../../dto/report-meta.shapes.js';
import { topSubscriberShape } from '../../top-subscribers/dto/top-subscribers.shapes.js';
import * as s from '../../../../shapes/shape.js';

const engagementBandShape = s.component('EngagementBandResponse', {
  from: s.integer(21, 'Lowest score (inclusive)'),
  to: s.integer(40, 'Highest score (inclusive)'),
  contacts: s.integer(1200),
  share: s.decimal(7.8, 'Percentage of all contacts'),
});

const scorePointsShape = s.component('ScorePointsResponse', {
  opened: s.integer(1, 'Points for an opened email'),
  clicked: s.integer(3, 'Points for a clicked email'),
  event: s.integer(2, 'Points for a tracked event'),
  order: s.integer(5, 'Points for a completed order'),
});

const scoreFormulaShape = s.component('ScoreFormulaResponse', {
  points: scorePointsShape,
  half_life_days: s.integer(30, 'Days after which points are worth half'),
  score: s.text('round(100 * (1 - 2 ^ (-points / 10)))'),
});

export const engagementScoresShape = s.component('EngagementScoresResponse', {
  distribution: s.list(engagementBandShape),
  average: s.decimal(18.4, 'Mean score'),
  median: s.decimal(7, 'Median score'),
  total: s.integer(15420, 'All contacts of any status'),
  top: s.list(topSubscriberShape, 'The ten contacts with the highest scores'),
  formula: scoreFormulaShape,
  currency: s.nullable(s.text('EUR', 'Null if there are no orders')),
  meta: reportMetaShape,
});
export type EngagementScoresResponse = s.TypeOf<typeof engagementScoresShape>;
