import { contactSchema as contact } from './contact.events.js';
import { integer, moment, named, nullable, object, oneOf, text } from '../shapes/shape.js';

const funnel = named(
  'EventFunnel',
  object({
    id: integer(4),
    title: text('Welcome'),
    trigger_name: text('user_registration', 'As in `GET /funnels/triggers`'),
    version: integer(2, 'Version of the funnel in which the contact is enrolled'),
  }),
);

const funnel_subscriber = named(
  'EventFunnelSubscriber',
  object({
    id: integer(77, 'Id of the enrollment'),
    status: oneOf(['active', 'completed', 'cancelled']),
    entered_at: moment(),
  }),
);

const reason = nullable(text('goal_reached', 'The `exit_reason` of the enrollment; null after the last step'));

export const FUNNEL_EVENTS = {
  'funnel.subscriber_added': object({ funnel, contact, funnel_subscriber }, 'A contact entered a funnel.'),
  'funnel.subscriber_completed': object(
    { funnel, contact, funnel_subscriber, completed_at: moment(), reason },
    'A contact completed a funnel or reached its goal.',
  ),
  'funnel.subscriber_exited': object(
    { funnel, contact, funnel_subscriber, exited_at: moment(), reason },
    'A contact left a funnel before completing it.',
  ),
  'funnel.sequence_completed': object(
    {
      funnel,
      contact,
      funnel_subscriber,
      sequence: object({
        id: integer(17),
        title: text('First email'),
        action_name: text('send_custom_email', 'As in `GET /funnels/actions`'),
      }),
    },
    'A contact completed a step of a funnel. Not raised for a step that was skipped or failed.',
  ),
};

interface RequestedByBulkAction {
  readonly funnel_id: number;
  readonly contact_ids: readonly number[];
  /** The bulk job that requested it; null for immediate actions, which cannot be undone. */
  readonly bulk_action_id: number | null;
}

/** Internal; not delivered to webhooks. */
export interface InternalFunnelEvents {
  /** Enrolls contacts for a bulk action; skips those that are enrolled already or not eligible. */
  'funnel.add_requested': RequestedByBulkAction;
  /** Undoes such enrollments: contacts that entered through it and are still in the funnel leave. */
  'funnel.removal_requested': RequestedByBulkAction & { readonly bulk_action_id: number };
  /** A fact that can trigger funnels was reported about an existing contact. */
  'funnel.triggered': {
    readonly trigger_name: string;
    readonly contact_id: number;
    readonly payload: Readonly<Record<string, unknown>>;
  };
}
