import * as s from '../shapes/shape.js';

const contactStatus = s.oneOf(['subscribed', 'unsubscribed', 'pending', 'bounced', 'complained']);

const changeSource = s.oneOf(
  // oxfmt-ignore
  ['api', 'import', 'trigger', 'funnel', 'one_click', 'page', 'preferences', 'mailto', 'provider', 'double_opt_in',
    'bounce', 'complaint', 'system', 'form'],
  'Who or what caused the change',
);
/** The source of a change, as receivers may see it. */
export type ChangeSource = s.TypeOf<typeof changeSource>;

export const contactSchema = s.named(
  'EventContact',
  s.object(
    {
      id: s.integer(42),
      email: s.nullable({ ...s.text('ada@example.com', 'Null once the contact has been erased'), format: 'email' }),
      first_name: s.nullable(s.text('Ada')),
      last_name: s.nullable(s.text('Lovelace')),
      status: contactStatus,
      created_at: s.moment('ISO 8601, UTC; events stored by older versions keep `YYYY-MM-DD HH:MM:SS`'),
    },
    'The contact at the time of the event',
  ),
);
/** The six contact fields that the specification lists for events. */
export type ContactSnapshot = s.TypeOf<typeof contactSchema>;

export const labelSchema = s.named(
  'EventLabel',
  s.object({ id: s.integer(3), title: s.text('Newsletter'), slug: s.text('newsletter') }, 'A tag or a list'),
);
/** A tag or a list as embedded in other records. */
export type LabelSnapshot = s.TypeOf<typeof labelSchema>;

/** What the system that tracked an event knows about it. */
export const eventData = s.nullable(s.anyObject({ plan: 'pro' }));

const changes = s.record(
  s.object({ old: s.anyJson('Null if there was no value'), new: s.anyJson('Null if there is no value') }),
  { first_name: { old: 'Ada', new: 'Augusta Ada' }, 'custom_values.colour': { old: null, new: 'green' } },
  'Changed fields by name; custom values as `custom_values.<slug>`. Times are ISO 8601, dates are `YYYY-MM-DD`',
);

const contact = contactSchema;
const label = labelSchema;
const source = changeSource;

export const CONTACT_EVENTS = {
  'contact.created': s.object({ contact, source }, 'A contact was created.'),
  'contact.updated': s.object(
    { contact, changes },
    'Fields or custom values of a contact changed; one event per write. Changes of status, tags, and lists have separate events.',
  ),
  'contact.deleted': s.object({ contact, source }, 'A contact was deleted.'),
  'contact.status_changed': s.object(
    {
      contact,
      old_status: contactStatus,
      new_status: contactStatus,
      reason: s.nullable(s.text('asked for it on the phone', 'Null if none was given')),
      source,
    },
    'The status of a contact changed.',
  ),
  'contact.tag_added': s.object(
    { contact, tags: s.list(label) },
    'Tags were added; contains only tags that the contact did not have.',
  ),
  'contact.tag_removed': s.object(
    { contact, tags: s.list(label) },
    'Tags were removed; contains only tags that the contact had.',
  ),
  'contact.list_added': s.object(
    { contact, lists: s.list(label) },
    'The contact was added to lists; contains only new lists.',
  ),
  'contact.list_removed': s.object(
    {
      contact,
      lists: s.list(label),
      reason: s.optional(s.oneOf(['unsubscribed'], 'The contact left the subscription; absent if it was detached')),
    },
    'The contact was removed from lists; contains only lists that it was on.',
  ),
};

/** Internal; not delivered to webhooks. */
export interface InternalContactEvents {
  /** An external activity of the contact was reported. `counter` is the number of such reports so far. */
  'contact.event_tracked': {
    readonly contact: ContactSnapshot;
    readonly event: {
      readonly id: number;
      readonly event_key: string;
      readonly title: string;
      readonly value: string | null;
      /** Absent in events of older versions. */
      readonly data?: Readonly<Record<string, unknown>> | null;
      readonly counter: number;
    };
  };
  /** The contact needs a double opt-in confirmation email. */
  'contact.optin_requested': { readonly optin_id: number; readonly contact_id: number };
  /** Contacts were merged into another one, which now owns all their data. Their `contact.deleted` events follow. */
  'contact.merged': { readonly keep_id: number; readonly merged_ids: readonly number[] };
  /** A contact was erased. Stores that know only the address search by it; it is sent encrypted (`PersonalDataRegistry`). */
  'contact.erased': {
    readonly contact_id: number;
    readonly sealed_email: string;
    /** Whether no other contact uses the mail domain of the address; absent in events of older versions. */
    readonly own_domain?: boolean;
  };
  /** The contact, or a manager, wants that earlier opens and clicks no longer identify the contact. */
  'contact.tracking_forgotten': { readonly contact_id: number };
  /** An import or a bulk action is ready for a worker. */
  'contact.job_queued': { readonly job_id: number };
  /** Removes the memberships of a deleted list or tag in batches. */
  'list.deleted': { readonly id: number };
  'tag.deleted': { readonly id: number };
}
