import * as s from '../../../../shapes/shape.js';

/** Each contact is in one figure only, checked in this order: excluded by rule, not subscribed, paused, suppressed. */
const leftOutShape = s.component('LeftOutResponse', {
  suppressed: s.integer(2, 'On the suppression list'),
  not_subscribed: s.integer(14, 'Contacts with another status'),
  paused: s.integer(3, 'Contacts who paused emails'),
  excluded_by_rule: s.integer(4, 'Excluded by the settings of the campaign'),
  duplicates: s.integer(
    31,
    'Additional matches of contacts that match more than one row; these contacts are not excluded',
  ),
});

export const audienceEstimateShape = s.component('AudienceEstimateResponse', {
  estimated_count: s.integer(980, 'Recipients if it were sent now'),
  excluded: s.described(leftOutShape, 'Contacts that match but receive nothing, by reason'),
});
export type AudienceEstimateResponse = s.TypeOf<typeof audienceEstimateShape>;
