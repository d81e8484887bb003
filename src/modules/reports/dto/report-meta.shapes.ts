import * as s from '../../../shapes/shape.js';

export const reportMetaShape = s.component('ReportMetaResponse', {
  from: s.nullable(s.text('2026-06-01', 'First local day; null for all time')),
  to: s.nullable(s.text('2026-06-30', 'Last local day (inclusive); null for all time')),
  timezone: s.text('Europe/Berlin', 'Time zone of the days'),
  generated_at: s.text('2026-06-30T12:00:00.000Z', 'When the figures were computed'),
  cached: s.flag('Whether the figures were cached'),
  as_of: s.text('2026-06-30T12:00:00.000Z', 'Changes committed by this time are counted'),
});
export type ReportMetaResponse = s.TypeOf<typeof reportMetaShape>;

const comparedDaysShape = s.component('ComparedDaysResponse', {
  from: s.text('2026-05-02', 'First local day'),
  to: s.text('2026-05-31', 'Last local day (inclusive)'),
});

export const comparedMetaShape = s.component('ComparedMetaResponse', {
  ...reportMetaShape.properties,
  compared_with: s.nullable(s.described(comparedDaysShape, 'Null with `compare_with=none`')),
});
