import type { EventMatch } from '../definition/event-match.js';
import { STEP_OUTCOMES } from '../definition/funnel-status.js';
import * as s from '../../../shapes/shape.js';

const SIMULATED_ENDS = ['completed', 'cancelled', 'waiting', 'horizon'] as const;

export const ASSUMES = [
  'Contacts take no action: they do not open, click or buy, so event waits end at their time limit.',
  'Every email is delivered, every HTTP request succeeds, and no contact unsubscribes.',
  'Contacts change only through this funnel; other funnels and campaigns do nothing.',
];

const simulatedStepShape = s.component('SimulatedStepResponse', {
  sequence_id: s.integer(17),
  title: s.text('First email'),
  action_name: s.text('send_custom_email', 'See `GET /funnels/actions`'),
  at: s.text('2026-02-01T09:30:00.000Z', 'When the step would run'),
  status: s.oneOf(STEP_OUTCOMES),
  branch: s.nullable(s.text('yes', 'The branch that is chosen')),
  detail: s.nullable(s.text('contact_unsubscribed', 'Why, if not done')),
});

const simulatedWaitShape = s.component('SimulatedWaitResponse', {
  sequence_id: s.integer(19),
  title: s.text('Until the first order'),
  action_name: s.text('order_received'),
  until: s.nullable(s.text(null, 'Null: no time limit')),
  event: s.nullable(
    s.json<EventMatch>({
      type: 'object',
      additionalProperties: true,
      description: 'The event that would end the wait',
      examples: [{ event: 'order_received' }],
    }),
  ),
});

const simulatedContactShape = s.component('SimulatedContactResponse', {
  subscriber_id: s.integer(42),
  ends: s.oneOf(
    SIMULATED_ENDS,
    '`waiting`: for an event, without a time limit; `horizon`: still active at the end of the simulation',
  ),
  exit_reason: s.nullable(s.text('goal_reached', 'Null unless it ends early')),
  ended_at: s.nullable(s.text('2026-02-08T09:30:00.000Z', 'Null if still active')),
  steps: s.list(simulatedStepShape, 'In the order in which they run'),
  waiting_for: s.nullable(s.described(simulatedWaitShape, 'The wait at the end')),
});
export type SimulatedContactResponse = s.TypeOf<typeof simulatedContactShape>;

export const simulationShape = s.component('SimulationResponse', {
  funnel_id: s.integer(4),
  version: s.integer(2),
  from: s.text('2026-02-01T09:30:00.000Z', 'Start of the simulation: now'),
  until: s.text('2026-03-03T09:30:00.000Z', 'End of the simulation'),
  assumes: s.list(s.text(), 'The assumptions of the simulation', { example: ASSUMES }),
  contacts: s.list(simulatedContactShape),
});
export type SimulationResponse = s.TypeOf<typeof simulationShape>;
