import { sequenceShape } from '../../dto/sequence.shapes.js';
import * as s from '../../../../shapes/shape.js';

const sequenceStatsShape = s.component('SequenceStatsResponse', {
  entered: s.integer(1200, 'Enrollments that reached it'),
  completed: s.integer(1100, 'Enrollments that ran it'),
  sent: s.integer(1000, 'Emails sent'),
  opened: s.integer(421, 'Emails opened at least once'),
  clicked: s.integer(87, 'Emails clicked at least once'),
});
export type SequenceStatsResponse = s.TypeOf<typeof sequenceStatsShape>;

export const sequenceInsightShape = s.component('SequenceInsightResponse', {
  sequence: sequenceShape,
  stats: s.described(sequenceStatsShape, 'Results in all versions'),
});
export type SequenceInsightResponse = s.TypeOf<typeof sequenceInsightShape>;
