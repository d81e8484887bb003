import * as s from '../../../../shapes/shape.js';

export const triggerFiredShape = s.component('TriggerFiredResponse', {
  message: s.text('Trigger has been received.'),
  trigger_name: s.text('custom_signup', 'The fired trigger'),
  subscriber_id: s.integer(42),
  funnels: s.list(
    s.integer(),
    'Published funnels with this trigger; their filters and re-entry rules are applied later',
    { example: [4] },
  ),
});
export type TriggerFiredResponse = s.TypeOf<typeof triggerFiredShape>;

export const funnelTriggeredShape = s.component('FunnelTriggeredResponse', {
  message: s.text('Subscriber has been added to the funnel.'),
  funnel_id: s.integer(4),
  subscriber_id: s.integer(42),
  contact_action: s.oneOf(['created', 'updated'], 'Whether the contact is new'),
  status: s.oneOf(['added', 'already_active'], '`already_active`: the enrollment is unchanged'),
});
export type FunnelTriggeredResponse = s.TypeOf<typeof funnelTriggeredShape>;
