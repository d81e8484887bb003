import { contactSchema as contact } from './contact.events.js';
import { integer, moment, named, nullable, object, oneOf, text } from './schema.js';

const funnel = named(
  'EventFunnel',
  object({
    id: integer(4),
    title: text('Welcome'),
    trigger_name: text('user_registration'),
    version: integer(2, 'The version that this contact runs through'),
  }),
);

const funnel_subscriber = named(
  'EventFunnelSubscriber',
  object({
    id: integer(77),
    status: oneOf(['active', 'completed', 'cancelled']),
    entered_at: moment(),
  }),
);

const reason = nullable(text('goal_reached'));

/** The part that a contact's way through a funnel shows. Subscribable already; raised by the module of funnels. */
export const FUNNEL_EVENTS = {
  'funnel.subscriber_added': object({ funnel, contact, funnel_subscriber }, 'A contact entered a funnel.'),
  'funnel.subscriber_completed': object(
    { funnel, contact, funnel_subscriber, completed_at: moment(), reason },
    'A contact came to the end of a funnel, or to its goal.',
  ),
  'funnel.subscriber_exited': object(
    { funnel, contact, funnel_subscriber, exited_at: moment(), reason },
    'A contact left a funnel before its end.',
  ),
  'funnel.sequence_completed': object(
    {
      funnel,
      contact,
      funnel_subscriber,
      sequence: object({ id: integer(17), title: text('First mail'), action_name: text('send_custom_email') }),
    },
    'A contact has passed a step of a funnel.',
  ),
};

interface RequestedByBulkAction {
  readonly funnel_id: number;
  readonly contact_ids: readonly number[];
  /** The job that asks; null where it was done at once and nothing is kept to take it back. */
  readonly bulk_action_id: number | null;
}

/** Between modules only. */
export interface InternalFunnelEvents {
  /** A bulk action wants these contacts in a funnel; those that are in it, or may not be, are passed over. */
  'funnel.add_requested': RequestedByBulkAction;
  /** The same taken back: who came in by that and is still there leaves. */
  'funnel.removal_requested': RequestedByBulkAction & { readonly bulk_action_id: number };
  /** Somebody reported what funnels may begin with, about a contact that exists. */
  'funnel.triggered': {
    readonly trigger_name: string;
    readonly contact_id: number;
    readonly payload: Readonly<Record<string, unknown>>;
  };
}
