import { type Page, page, pageOf } from '../../../platform/http/page.js';
import { eventData } from '../../../events/contact.events.js';
import { EMAIL_STATUSES } from '../../../events/email-state.js';
import type { CallState } from '../../http-calls/http-call.entity.js';
import { ENROLLMENT_STATUSES } from '../definition/funnel-status.js';
import { embeddedContactShape } from '../../contacts/dto/embedded-contact.shapes.js';
import * as s from '../../../shapes/shape.js';

const MOMENT = '2026-01-31T09:30:00.000Z';

const CALL_STATES = ['pending', 'calling', 'done', 'failed', 'cancelled'] satisfies CallState[];

const enrolledContactShape = embeddedContactShape('EnrolledContactResponse');

const enrollmentShape = s.component('EnrollmentResponse', {
  id: s.integer(77, 'The enrollment; a contact can have several over time'),
  funnel_id: s.integer(4),
  subscriber_id: s.integer(42),
  status: s.oneOf(ENROLLMENT_STATUSES, '`cancelled`: left before the end'),
  last_sequence_id: s.nullable(s.integer(17, 'The last step that ran')),
  next_sequence_id: s.nullable(s.integer(18, 'The step that runs next')),
  next_execution_time: s.nullable(s.moment('Null: ended, or waiting for an event without a time limit', MOMENT)),
  entered_at: s.moment(undefined, MOMENT),
  completed_at: s.nullable(s.moment('When it ended', MOMENT)),
  exit_reason: s.nullable(s.text('goal_reached', 'Why it ended early; null otherwise')),
  subscriber: s.nullable(s.described(enrolledContactShape, 'Null for a deleted contact')),
});
export type EnrollmentResponse = s.TypeOf<typeof enrollmentShape>;

const tracedStepShape = s.component('TracedStepResponse', {
  sequence_id: s.integer(17),
  title: s.nullable(s.text('First email', 'Null if no version has the step')),
  action_name: s.nullable(s.text('send_custom_email', 'Null if no version has the step')),
  type: s.nullable(s.text('action')),
  status: s.oneOf(['done', 'skipped', 'failed', 'waiting'], '`waiting`: the step runs next'),
  branch: s.nullable(s.text(null, 'The branch that was chosen')),
  detail: s.nullable(s.text(null, 'Why the step was skipped or failed')),
  arrived_at: s.moment('When the contact reached the step', MOMENT),
  ran_at: s.nullable(s.moment('Null while waiting', MOMENT)),
  due_at: s.nullable(s.moment('When a waiting step is due', MOMENT)),
  email: s.nullable(
    s.object(
      {
        id: s.integer(1042),
        status: s.oneOf(EMAIL_STATUSES),
        reason: s.nullable(s.text(null, 'Why it waits or was not delivered')),
      },
      'The email that the step wrote',
    ),
  ),
  http_call: s.nullable(
    s.object(
      {
        state: s.oneOf(CALL_STATES),
        attempts: s.integer(1),
        response_status: s.nullable(s.integer(200)),
        error: s.nullable(s.text(null)),
      },
      'The HTTP request of the step',
    ),
  ),
});
export type TracedStepResponse = s.TypeOf<typeof tracedStepShape>;

export const enrollmentTraceShape = s.component('EnrollmentTraceResponse', {
  funnel_subscriber: s.component('EnrollmentDetailsResponse', {
    ...enrollmentShape.properties,
    data: s.described(eventData, 'What started it, as `GET /funnels/triggers` describes it'),
  }),
  trace: s.list(tracedStepShape, 'The steps that ran, and last the next one'),
  earlier: s.list(enrollmentShape, 'Other enrollments of the contact, newest first'),
});
export type EnrollmentTraceResponse = s.TypeOf<typeof enrollmentTraceShape>;

export const enrollmentsShape = s.component('EnrollmentsResponse', {
  funnel_subscribers: page('EnrollmentsPage', enrollmentShape),
});

export const enrollmentsOf = (page: Page<EnrollmentResponse>, url: string) => ({
  funnel_subscribers: pageOf(page, url, (item) => item),
});

export const enrollmentRemovedShape = s.component('EnrollmentRemovedResponse', {
  message: s.text('Subscriber has been removed from the funnel.'),
});

export const enrollmentsAddedShape = s.component('EnrollmentsAddedResponse', {
  message: s.text('Subscribers have been added to the funnel.'),
  added: s.list(s.integer(), 'Ids of contacts', { example: [42, 43] }),
});
