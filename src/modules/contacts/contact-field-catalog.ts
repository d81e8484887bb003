import type { Contact } from './contact.entity.js';
import {
  country,
  dateOfBirth,
  email,
  type FieldReader,
  oneOf,
  pausedUntil,
  personName,
  photo,
  plainText,
  userId,
} from './contact-field-readers.js';
import { CONTACT_STATUSES } from './contact-status.js';

/** A field of a contact. What an entry leaves out has the default of an optional text that the contact has given. */
interface ContactField {
  /** In the API, in imports, exports, filters, and templates; also the column. */
  readonly name: string;
  /** Validates what callers send. Absent for what they may not set. */
  readonly read?: FieldReader;
  /** Whether a contact cannot be without it. */
  readonly isRequired?: true;
  /** What erasure makes of it: nothing is left by default, `replaced` has a statement of its own. */
  readonly erasure?: 'kept' | 'replaced';
  /** How merging joins it: by default the first value known, that of the contact that stays first. */
  readonly merging?: 'rule' | 'none';
  /** Its type in the filter language; `text` by default, null where filters do not know it. */
  readonly filter?: 'number' | 'hash' | 'email' | 'country' | 'date' | 'moment' | 'statuses' | 'contact_types' | null;
  /** Whether exports have it. */
  readonly isExported?: false;
  /** Whether templates can merge it. */
  readonly isMergeTag?: false;
  /** Whether a call of a trigger may set it. */
  readonly fromTriggers?: false;
}

/**
 * Everything that is known about each field. Columns, validation, imports, exports, filters, funnel actions, triggers, merge tags, erasure,
 * and merging derive from it. Exports and filters list the fields in this order.
 */
export const CONTACT_FIELDS = {
  id: { name: 'id', isRequired: true, erasure: 'kept', merging: 'none', filter: 'number' },
  userId: { name: 'user_id', read: userId, filter: 'number', isMergeTag: false },
  hash: { name: 'hash', isRequired: true, erasure: 'replaced', merging: 'none', filter: 'hash' },
  email: { name: 'email', read: email, isRequired: true, erasure: 'replaced', merging: 'none', filter: 'email' },
  firstName: { name: 'first_name', read: personName },
  lastName: { name: 'last_name', read: personName },
  status: {
    name: 'status',
    read: oneOf(() => CONTACT_STATUSES),
    isRequired: true,
    erasure: 'kept',
    merging: 'rule',
    filter: 'statuses',
    fromTriggers: false,
  },
  contactType: {
    name: 'contact_type',
    read: oneOf(({ contactTypes }) => contactTypes),
    isRequired: true,
    erasure: 'kept',
    merging: 'rule',
    filter: 'contact_types',
  },
  phone: { name: 'phone', read: plainText },
  addressLine1: { name: 'address_line_1', read: plainText },
  addressLine2: { name: 'address_line_2', read: plainText },
  city: { name: 'city', read: plainText },
  state: { name: 'state', read: plainText },
  /** Kept for figures by country. */
  country: { name: 'country', read: country, erasure: 'kept', filter: 'country' },
  postalCode: { name: 'postal_code', read: plainText },
  dateOfBirth: { name: 'date_of_birth', read: dateOfBirth, filter: 'date' },
  photo: { name: 'photo', read: photo },
  pausedUntil: {
    name: 'paused_until',
    read: pausedUntil,
    merging: 'rule',
    filter: null,
    isMergeTag: false,
    fromTriggers: false,
  },
  searchText: {
    name: 'search_text',
    isRequired: true,
    erasure: 'replaced',
    merging: 'none',
    filter: null,
    isExported: false,
    isMergeTag: false,
  },
  createdAt: {
    name: 'created_at',
    isRequired: true,
    erasure: 'kept',
    merging: 'none',
    filter: 'moment',
    isMergeTag: false,
  },
  updatedAt: {
    name: 'updated_at',
    isRequired: true,
    erasure: 'replaced',
    merging: 'none',
    filter: 'moment',
    isMergeTag: false,
  },
} as const satisfies Record<keyof Contact, ContactField>;

type Catalog = typeof CONTACT_FIELDS;
export type SettableMember = {
  [Member in keyof Catalog]: Catalog[Member] extends { readonly read: FieldReader } ? Member : never;
}[keyof Catalog];
export type SettableName = Catalog[SettableMember]['name'];

export interface CatalogEntry extends ContactField {
  readonly member: keyof Contact;
}

export const FIELDS: readonly CatalogEntry[] = (Object.keys(CONTACT_FIELDS) as (keyof Contact)[]).map((member) => ({
  ...CONTACT_FIELDS[member],
  member,
}));

/** Callers think of these first; messages name them in this order. */
const FIRST: readonly string[] = ['email', 'status', 'first_name', 'last_name', 'user_id'];
const rank = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/** The fields that callers may set. */
export const SETTABLE = FIELDS.filter((field) => field.read !== undefined).sort(
  (one, other) => rank(one.name) - rank(other.name),
) as readonly (CatalogEntry & {
  readonly member: SettableMember;
  readonly name: SettableName;
  readonly read: FieldReader;
})[];

/** Their names, with `full_name`, which is split into the first and the last name. */
export const SETTABLE_NAMES: readonly (SettableName | 'full_name')[] = SETTABLE.flatMap(({ name }) =>
  name === 'last_name' ? [name, 'full_name'] : [name],
);

/** The fields that erasure sets to null. */
export const ERASED_FIELDS: readonly (keyof Contact)[] = FIELDS.filter(({ erasure }) => erasure === undefined).map(
  ({ member }) => member,
);
