import {
  anything,
  integer,
  list,
  moment,
  named,
  nullable,
  object,
  oneOf,
  record,
  text,
  type TypeOf,
} from './schema.js';

const contactStatus = oneOf(['subscribed', 'unsubscribed', 'pending', 'bounced', 'complained']);

const changeSource = oneOf(
  // prettier-ignore
  ['api', 'import', 'trigger', 'funnel', 'one_click', 'page', 'preferences', 'mailto', 'provider', 'double_opt_in',
    'bounce', 'complaint', 'system'],
  'Who or what caused the change',
);
/** Who or what caused a change, as far as receivers may know it. */
export type ChangeSource = TypeOf<typeof changeSource>;

export const contactSchema = named(
  'EventContact',
  object(
    {
      id: integer(42),
      email: nullable({ ...text('ada@example.com', 'Null once the contact has been erased'), format: 'email' }),
      first_name: nullable(text('Ada')),
      last_name: nullable(text('Lovelace')),
      status: contactStatus,
      created_at: moment('ISO 8601, UTC; events stored by versions before this one keep `YYYY-MM-DD HH:MM:SS`'),
    },
    'A contact as it was at that moment',
  ),
);
/** The specification's six fields of a contact in an event. */
export type ContactSnapshot = TypeOf<typeof contactSchema>;

const label = named(
  'EventLabel',
  object({ id: integer(3), title: text('Newsletter'), slug: text('newsletter') }, 'A tag or a list'),
);
/** A tag or a list as it is embedded elsewhere. */
export type LabelSnapshot = TypeOf<typeof label>;

const changes = record(
  object({ old: anything(), new: anything() }),
  { first_name: { old: 'Ada', new: 'Augusta Ada' }, 'custom_values.colour': { old: null, new: 'green' } },
  'What changed, by the name of the field; custom values as `custom_values.<slug>`. Times are ISO 8601, dates stay dates',
);

const contact = contactSchema;
const source = changeSource;

export const CONTACT_EVENTS = {
  'contact.created': object({ contact, source }, 'A contact was created.'),
  'contact.updated': object(
    { contact, changes },
    'Fields or custom values of a contact changed; once per write. Status, tags and lists have events of their own.',
  ),
  'contact.deleted': object({ contact, source }, 'A contact was deleted.'),
  'contact.status_changed': object(
    {
      contact,
      old_status: contactStatus,
      new_status: contactStatus,
      reason: nullable(text('asked for it on the phone')),
      source,
    },
    'The status of a contact changed.',
  ),
  'contact.tag_added': object({ contact, tags: list(label) }, 'Tags were added: those that the contact did not have.'),
  'contact.tag_removed': object({ contact, tags: list(label) }, 'Tags were removed: those that the contact had.'),
  'contact.list_added': object({ contact, lists: list(label) }, 'The contact came onto lists that it was not on.'),
  'contact.list_removed': object({ contact, lists: list(label) }, 'The contact left lists that it was on.'),
};

/** Between modules only. */
export interface InternalContactEvents {
  /** Something that the contact did elsewhere was reported. `counter` says how often by now. */
  'contact.event_tracked': {
    readonly contact: ContactSnapshot;
    readonly event: {
      readonly id: number;
      readonly event_key: string;
      readonly title: string;
      readonly value: string | null;
      readonly counter: number;
    };
  };
  /** A contact is to be asked by mail whether the subscription is wanted. */
  'contact.optin_requested': { readonly optin_id: number; readonly contact_id: number };
  /** Contacts have become part of another one; everything that they had is its by now. Their `contact.deleted` follow. */
  'contact.merged': { readonly keep_id: number; readonly merged_ids: readonly number[] };
  /**
   * A person was erased. Whatever is named by the address alone is looked for by it: it travels encrypted
   * (`PersonalDataRegistry`), and nobody else can read it.
   */
  'contact.erased': {
    readonly contact_id: number;
    readonly sealed_email: string;
    /** Whether no other contact has the address's mail domain; absent in events of older versions. */
    readonly own_domain?: boolean;
  };
  /** An import or a bulk action waits for a worker. */
  'contact.job_queued': { readonly job_id: number };
  /** Memberships of a deleted list or tag are taken away in batches afterwards. */
  'list.deleted': { readonly id: number };
  'tag.deleted': { readonly id: number };
}
