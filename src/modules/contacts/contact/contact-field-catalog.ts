import type { ApiPropertyOptions } from '@nestjs/swagger';
import * as s from '../../../shapes/shape.js';
import { reserveSlugs } from '../../custom-fields/custom-field.entity.js';
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
import { CONTACT_STATUSES, TRACKING_CONSENTS } from './contact-status.js';

/** A contact field. Omitted settings default to those of an optional text. */
interface ContactField {
  /** The name in the API, imports, exports, filters, and templates, and of the column. */
  readonly name: string;
  /** Validates values that callers send; absent for read-only fields. */
  readonly read?: FieldReader;
  readonly isRequired?: true;
  /** `replaced` fields are erased by a statement of their own; by default, a field is set to null. */
  readonly erasure?: 'kept' | 'replaced';
  /** How a merge joins the values; by default, the first known value wins, beginning with the remaining contact. */
  readonly merging?: 'rule' | 'none';
  /** The type in the filter language, `text` by default; null if filters do not know the field. */
  readonly filter?:
    | 'number'
    | 'hash'
    | 'email'
    | 'country'
    | 'date'
    | 'moment'
    | 'statuses'
    | 'contact_types'
    | 'tracking_consents'
    | null;
  readonly isExported?: false;
  readonly isMergeTag?: false;
  /** Whether a trigger call may set it. */
  readonly fromTriggers?: false;
  /** Example in the API documentation and in previews. */
  readonly example?: string;
  /** The documentation in requests; default: an optional text of at most 190 characters. */
  readonly sent?: ApiPropertyOptions;
  /** The shape in responses; default: a nullable text. Null if the API does not return the field. */
  readonly shown?: s.Schema<unknown> | null;
}

const TEXT = { type: String, nullable: true } as const;
const USER_ID = {
  type: 'integer',
  nullable: true,
  example: 311,
  description: 'User id in another system; unique',
} as const;
const MAINTAINED_TIME = {
  isRequired: true,
  merging: 'none',
  filter: 'moment',
  isMergeTag: false,
  shown: s.sqlTime(),
} as const;
const STATUS: ApiPropertyOptions = { enum: CONTACT_STATUSES, example: 'subscribed' };

/**
 * The single definition of each field. Columns, requests, responses, validation, imports, exports, filters, funnel actions,
 * triggers, merge tags, erasure, and merges derive from it. Responses, exports, and filters keep this order.
 */
export const CONTACT_FIELDS = {
  id: {
    name: 'id',
    isRequired: true,
    erasure: 'kept',
    merging: 'none',
    filter: 'number',
    shown: s.integer(1),
  },
  userId: {
    name: 'user_id',
    read: userId,
    filter: 'number',
    isMergeTag: false,
    sent: USER_ID,
    shown: s.nullable(s.integer(USER_ID.example, USER_ID.description)),
  },
  hash: {
    name: 'hash',
    isRequired: true,
    erasure: 'replaced',
    merging: 'none',
    filter: 'hash',
    shown: s.text('5d41402abc4b2a76b9719d911017c592', 'Unique and immutable'),
  },
  email: {
    name: 'email',
    read: email,
    isRequired: true,
    erasure: 'replaced',
    merging: 'rule',
    filter: 'email',
    example: 'ada@example.com',
    sent: { type: String, format: 'email', maxLength: 190, example: 'ada@example.com', description: 'Unique' },
    shown: s.text('ada@example.com'),
  },
  firstName: { name: 'first_name', read: personName, example: 'Ada' },
  lastName: { name: 'last_name', read: personName, example: 'Lovelace' },
  status: {
    name: 'status',
    read: oneOf(() => CONTACT_STATUSES),
    isRequired: true,
    erasure: 'kept',
    merging: 'rule',
    filter: 'statuses',
    fromTriggers: false,
    example: 'subscribed',
    sent: STATUS,
    shown: s.oneOf(CONTACT_STATUSES, undefined, 'subscribed'),
  },
  contactType: {
    name: 'contact_type',
    read: oneOf(({ contactTypes }) => contactTypes),
    isRequired: true,
    erasure: 'kept',
    merging: 'rule',
    filter: 'contact_types',
    sent: { type: String, example: 'lead', description: '`lead` or `customer`, unless configured otherwise' },
    shown: s.text('lead', '`lead` or `customer`, unless configured otherwise'),
  },
  phone: { name: 'phone', read: plainText, example: '+44 20 7946 0000' },
  addressLine1: { name: 'address_line_1', read: plainText, example: '12 Dorset Street' },
  addressLine2: {
    name: 'address_line_2',
    read: plainText,
    example: 'Second floor',
    shown: s.nullable(s.text(null)),
  },
  city: { name: 'city', read: plainText, example: 'London' },
  state: { name: 'state', read: plainText, example: 'Greater London' },
  /** Kept for reports by country. */
  country: {
    name: 'country',
    read: country,
    erasure: 'kept',
    filter: 'country',
    example: 'GB',
    sent: {
      ...TEXT,
      maxLength: 190,
      description: 'Alpha-2 code, alpha-3 code, or name; stored as alpha-2',
      example: 'GB',
    },
    shown: s.nullable(s.text('GB', 'Alpha-2')),
  },
  postalCode: { name: 'postal_code', read: plainText, example: 'W1U 6QS' },
  dateOfBirth: {
    name: 'date_of_birth',
    read: dateOfBirth,
    filter: 'date',
    example: '1990-12-10',
    sent: { type: String, format: 'date', nullable: true, example: '1990-12-10' },
  },
  photo: {
    name: 'photo',
    read: photo,
    example: 'https://example.com/ada.jpg',
    sent: {
      type: String,
      format: 'uri',
      nullable: true,
      maxLength: 2048,
      example: 'https://example.com/ada.jpg',
      description: 'URL of an image',
    },
  },
  pausedUntil: {
    name: 'paused_until',
    read: pausedUntil,
    merging: 'rule',
    filter: null,
    isMergeTag: false,
    fromTriggers: false,
    sent: {
      ...TEXT,
      description: 'Sends no marketing emails until then; null ends the pause. UTC unless an offset is given',
      example: '2026-09-01 00:00:00',
    },
    shown: s.nullable(s.text(null, 'The contact receives no marketing emails until then')),
  },
  trackingConsent: {
    name: 'tracking_consent',
    read: oneOf(() => TRACKING_CONSENTS),
    isRequired: true,
    erasure: 'kept',
    merging: 'rule',
    filter: 'tracking_consents',
    example: 'granted',
    sent: {
      enum: TRACKING_CONSENTS,
      example: 'granted',
      description: 'Whether opens and clicks may be tracked; `unknown` follows `TRACKING_DEFAULT`',
    },
    shown: s.oneOf(TRACKING_CONSENTS, 'Whether opens and clicks may be tracked', 'granted'),
  },
  searchText: {
    name: 'search_text',
    isRequired: true,
    erasure: 'replaced',
    merging: 'none',
    filter: null,
    isExported: false,
    isMergeTag: false,
    shown: null,
  },
  createdAt: { ...MAINTAINED_TIME, name: 'created_at', erasure: 'kept' },
  updatedAt: { ...MAINTAINED_TIME, name: 'updated_at', erasure: 'replaced' },
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

/** Error messages name these fields first, in this order. */
const FIRST: readonly string[] = ['email', 'status', 'first_name', 'last_name', 'user_id'];
const rank = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

export const SETTABLE = FIELDS.filter((field) => field.read !== undefined).sort(
  (one, other) => rank(one.name) - rank(other.name),
) as readonly (CatalogEntry & {
  readonly member: SettableMember;
  readonly name: SettableName;
  readonly read: FieldReader;
})[];

export function withFullName<Field extends { readonly name: string }, Item>(
  fields: readonly Field[],
  itemOf: (field: Field) => Item,
  fullName: Item,
): Item[] {
  return fields.flatMap((field) => (field.name === 'last_name' ? [itemOf(field), fullName] : [itemOf(field)]));
}

/** Names of the settable fields, including `full_name`, which is split into first and last name. */
export const SETTABLE_NAMES = withFullName<(typeof SETTABLE)[number], SettableName | 'full_name'>(
  SETTABLE,
  ({ name }) => name,
  'full_name',
);

export const ERASED_FIELDS: readonly (keyof Contact)[] = FIELDS.filter(({ erasure }) => erasure === undefined).map(
  ({ member }) => member,
);

// A custom field with such a name would be ambiguous in imports and merge tags.
reserveSlugs(FIELDS.map(({ name }) => name));
