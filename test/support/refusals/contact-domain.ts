import { LANGUAGES } from '../../../src/languages/languages.js';
import type { FieldPath, Operation } from '../documented-fields.js';
import { HostileClient } from '../hostile-client.js';
import { filled } from '../routes.js';
import type { World } from '../world.js';
import {
  anyObject,
  type ValueKind,
  address,
  country,
  customValue,
  flag,
  fullName,
  idItem,
  idList,
  ids,
  line,
  moment,
  object,
  oneId,
  oneOrMoreIds,
  optionItem,
  options,
  pastDay,
  shape,
  slug,
  someIds,
  text,
  url,
  userId,
  wholeNumber,
  word,
  otherThan,
  zeroOrOne,
} from './value-kinds.js';

/** Contacts and related resources. */
export const CONTACT_DOMAIN = /^\/(subscribers|lists|tags|custom-fields|companies|segments|suppressions)(\/|$)/;

export type Kinds = Readonly<Record<string, ValueKind>>;
export type Members = Readonly<Record<string, unknown>>;

/** One write operation and the position of its members in the body. */
export interface WriteCase {
  readonly name: string;
  readonly method: 'post' | 'put';
  readonly path: string;
  /** The path of the object that contains the members. */
  readonly inside: FieldPath;
  /** By the documented path of the member, of its item, or of a nested member. */
  readonly kinds: Kinds;
  /** The fields outside of that object. */
  readonly outerKinds: Kinds;
  readonly required: readonly string[];
  /** Members that are ignored when another one is present. */
  readonly overruled: readonly string[];
  /** The members use the same code as another case, so a sample of the values is enough. */
  readonly variant?: true;
  /** Valid members, another set for each number. */
  sound(number: number): Members;
  body(members: unknown): Record<string, unknown>;
  /** The name of a member in the response. */
  named(member: string): string;
}

const STATUSES: readonly string[] = ['subscribed', 'unsubscribed', 'pending', 'bounced', 'complained'];
const FIELD_TYPES = ['text', 'textarea', 'select-one', 'checkbox', 'radio', 'number', 'date', 'url', 'email'];
const NOTE_TYPES = [
  'note',
  'call',
  'email',
  'meeting',
  'quote_sent',
  'quote_accepted',
  'quote_refused',
  'invoice_sent',
  'invoice_part_paid',
  'invoice_paid',
  'invoice_refunded',
  'transaction',
  'feedback',
  'tweet',
  'facebook_post',
];
const OPERATORS = [
  '=',
  '!=',
  'contains',
  'not_contains',
  'starts_with',
  'in',
  'not_in',
  'in_all',
  '>',
  '<',
  'between',
  'before',
  'after',
  'within_days',
  'not_within_days',
  'within_next_days',
  'not_within_next_days',
  'is_null',
  'not_null',
];
const LARGEST_ID = 4_294_967_295;

/** The slug of the custom field of this type. */
export const fieldOfType = (type: string): string => `my_${type.replace('-', '_')}`;

/** The members of a contact. */
export const CONTACT_FIELDS: Kinds = {
  email: address(),
  status: word(STATUSES),
  first_name: line(),
  last_name: line(),
  full_name: { refuses: fullName().refuses.filter(({ value }) => typeof value === 'string'), takes: [] },
  user_id: userId(),
  contact_type: word(['lead', 'customer']),
  phone: line(),
  address_line_1: line(),
  address_line_2: line(),
  city: line(),
  state: line(),
  country: country(),
  Country: { ...country(), takes: [] },
  postal_code: line(),
  date_of_birth: pastDay(),
  photo: url(),
  paused_until: {
    // Blanks clear it.
    refuses: moment().refuses.filter(({ value }) => value !== null && value !== ''),
    takes: [...moment().takes, [null, null], ['', null]],
  },
  tracking_consent: word(['unknown', 'granted', 'denied']),
  forget_tracking: flag(),
  tags: ids(),
  'tags.0': idItem(),
  lists: ids(),
  'lists.0': idItem(),
  custom_values: object(),
  'custom_values.color': customValue('text', 'color'),
  consent: { refuses: object().refuses.filter(({ value }) => value !== null), takes: [] },
  'consent.ip': shape('must be an IP address', 7, [], {}, true, 'localhost', '1.2.3', '1.2.3.4.5', 'fe80::1%eth0', ' '),
  'consent.text_version': { refuses: text({ nullable: true, blank: 'kept' }).refuses, takes: [] },
  'consent.proof': { refuses: text({ max: 16_000, nullable: true, blank: 'kept' }).refuses, takes: [] },
  ...Object.fromEntries(
    FIELD_TYPES.map((type) => [`custom_values.${fieldOfType(type)}`, customValue(type, fieldOfType(type))]),
  ),
};

const LABEL_CHANGES: Kinds = Object.fromEntries(
  ['attach_tags', 'detach_tags', 'attach_lists', 'detach_lists', 'unsubscribe_lists'].flatMap((name) => [
    [name, ids()],
    [`${name}.0`, idItem()],
  ]),
);

const CONTACT_CHANGES: Kinds = { ...CONTACT_FIELDS, ...LABEL_CHANGES };

const LABEL_FIELDS: Kinds = {
  title: text(),
  slug: slug(),
  description: text({ max: 10_000, nullable: true, blank: 'kept' }),
};

const isPublic = (): ValueKind => ({
  ...flag(),
  takes: [
    [true, '1'],
    ['0', '0'],
    ['yes', '1'],
  ],
});

const LIST_FIELDS: Kinds = {
  ...LABEL_FIELDS,
  is_public: isPublic(),
  subscription: { refuses: object().refuses, takes: [] },
  'subscription.enabled': flag(),
  'subscription.public_name': { refuses: text({ nullable: true, blank: 'kept' }).refuses, takes: [] },
  'subscription.description': { refuses: text({ max: 10_000, nullable: true, blank: 'kept' }).refuses, takes: [] },
  'subscription.double_optin_template_id': { ...wholeNumber({ min: 1, max: LARGEST_ID, nullable: true }), takes: [] },
  'subscription.sender_id': { ...wholeNumber({ min: 1, max: LARGEST_ID, nullable: true }), takes: [] },
};

const CUSTOM_FIELD: Kinds = {
  field_key: text(),
  type: word(FIELD_TYPES),
  label: text(),
  slug: {
    refuses: [
      ...text().refuses,
      ...shape('must hold only letters a to z, digits, _ and -', '!!!', '🎉', '株式会社', '-', 'my slug').refuses,
    ],
    takes: [],
  },
  options: options('options'),
  'options.0': optionItem(),
  is_public: isPublic(),
};

const NAMED_OPTIONS: Kinds = { ...CUSTOM_FIELD, options: options('fields.0.options') };

const COMPANY: Kinds = {
  name: text(),
  industry: line(),
  type: line(),
  website: url(),
  email: address({ blank: 'empties', nullable: true }),
  phone: line(),
  address_line_1: line(),
  address_line_2: line(),
  city: line(),
  state: line(),
  country: country(),
  postal_code: line(),
  employees_number: wholeNumber({ max: LARGEST_ID, nullable: true }),
  description: line(10_000),
  logo: url(),
  linkedin_url: url(),
  facebook_url: url(),
  twitter_url: url(),
  status: line(),
};

const MEMBERS: Kinds = {
  subscriber_ids: someIds(),
  'subscriber_ids.0': idItem(),
  company_ids: someIds(),
  'company_ids.0': idItem(),
};

const TRACKED_EVENT: Kinds = {
  event_key: text(),
  title: text(),
  value: text({ max: 16_000, nullable: true, blank: 'kept' }),
  data: anyObject(16_384),
  provider: text(),
  subscriber_id: { ...wholeNumber({ min: 1, max: LARGEST_ID, nullable: true }), takes: [] },
  user_id: { ...wholeNumber({ min: 1, max: LARGEST_ID, nullable: true }), takes: [] },
  email: { ...address({ nullable: true, emptyReason: 'must be one email address' }), takes: [] },
};

const noteOf = (subject: 'contact' | 'company'): Kinds => ({
  title: text(),
  description: text({ max: 65_535 }),
  type: word(NOTE_TYPES),
  created_at: moment(),
  status: word(['open', 'closed']),
  is_private: zeroOrOne(),
  parent_id: {
    refuses: [
      ...oneId('must be the id of a note, or null').refuses,
      { value: LARGEST_ID, reason: `must be the id of an earlier note of the same ${subject}` },
      // The note of the other subject.
      { value: subject === 'contact' ? 2 : 1, reason: `must be the id of an earlier note of the same ${subject}` },
    ],
    takes: [[null, null]],
  },
});

const ROW = { source: ['subscriber', 'city'], operator: '=', value: 'Paris' };

const SEGMENT: Kinds = {
  title: text(),
  slug: slug(),
  description: text({ max: 10_000, nullable: true, blank: 'kept' }),
  filters: {
    refuses: [
      ...shape('must be an array of groups', ...otherThan('array')).refuses,
      ...shape('must hold at least one group', []).refuses,
      ...shape(
        'must hold at most 20 groups',
        Array.from({ length: 21 }, () => [ROW]),
      ).refuses,
      ...shape('must hold at most 50 rows in all', [
        Array.from({ length: 25 }, () => ROW),
        Array.from({ length: 26 }, () => ROW),
      ]).refuses,
    ],
    takes: [],
  },
  'filters.0': {
    refuses: [
      ...shape('must be an array of rows', ...otherThan('array')).refuses,
      ...shape('must hold at least one row', []).refuses,
    ],
    takes: [],
  },
  'filters.0.0': shape('must be an object with source, operator and value', ...otherThan('object')),
  'filters.0.0.source': shape(
    'must be [entity, field]',
    ...otherThan('array'),
    [],
    ['subscriber'],
    ['subscriber', 'city', 'x'],
    ['subscriber', 7],
    [null, 'city'],
  ),
  'filters.0.0.operator': word(OPERATORS),
  'filters.0.0.value': {
    refuses: [
      ...shape('must be text', ...otherThan('text')).refuses,
      ...shape('must not be empty', '', ' \u00a0').refuses,
      ...shape('must be at most 2048 characters long', 'x'.repeat(2_049), 'ж'.repeat(2_049)).refuses,
    ],
    takes: [],
  },
};

const BARE = {
  inside: [],
  outerKinds: {},
  overruled: [],
  required: [],
  body: (members: unknown): Record<string, unknown> => members as Record<string, unknown>,
  named: (member: string): string => member,
} as const;

const inObject = (name: string): Pick<WriteCase, 'inside' | 'outerKinds' | 'body'> => ({
  inside: [name],
  outerKinds: { [name]: object() },
  body: (members) => ({ [name]: members }),
});

const contactMembers = (number: number): Members => ({
  phone: `+44 20 ${number}`,
  city: 'Rome',
  tags: [2],
  lists: [2],
  custom_values: { color: 'blue', my_checkbox: ['blue'] },
});
const OVERRULED = ['full_name', 'Country'];

const CONTACT_WRITES: readonly WriteCase[] = [
  {
    ...BARE,
    name: 'creating a contact',
    method: 'post',
    path: '/subscribers',
    kinds: { ...CONTACT_FIELDS, __force_update: flag(), double_optin: flag() },
    required: ['email', 'status'],
    overruled: OVERRULED,
    sound: (number) => ({ ...contactMembers(number), email: `new-${number}@example.com`, status: 'subscribed' }),
  },
  {
    ...BARE,
    name: 'upserting a contact',
    variant: true,
    method: 'post',
    path: '/subscribers',
    kinds: Object.fromEntries(Object.entries(CONTACT_FIELDS).filter(([name]) => name !== 'email')),
    overruled: OVERRULED,
    sound: (number) => ({ ...contactMembers(number), email: KNOWN_ADDRESS, status: 'pending', __force_update: 'yes' }),
  },
  {
    ...BARE,
    name: 'changing a contact by its bare members',
    variant: true,
    method: 'put',
    path: '/subscribers/:id',
    kinds: CONTACT_CHANGES,
    overruled: OVERRULED,
    sound: contactMembers,
  },
  {
    ...BARE,
    ...inObject('subscriber'),
    name: 'changing a contact',
    variant: true,
    method: 'put',
    path: '/subscribers/:id',
    kinds: CONTACT_CHANGES,
    overruled: OVERRULED,
    sound: contactMembers,
  },
  {
    ...BARE,
    ...inObject('subscriber'),
    name: 'changing the lists and tags of a contact',
    method: 'put',
    path: '/subscribers/:id',
    kinds: LABEL_CHANGES,
    sound: contactMembers,
  },
];

const OPT_IN_WRITE: WriteCase = {
  ...BARE,
  name: 'asking for a double opt-in',
  method: 'post',
  path: '/subscribers/:id/send-double-optin',
  kinds: {
    template_id: { refuses: wholeNumber({ min: 1, max: LARGEST_ID, nullable: true }).refuses, takes: [] },
    language: { refuses: word(LANGUAGES).refuses.filter(({ value }) => value !== null), takes: [] },
  },
  sound: () => ({ language: 'de' }),
};

const labelWrites = (what: 'lists' | 'tags', kinds: Kinds): WriteCase[] => [
  {
    ...BARE,
    name: `creating in ${what}`,
    method: 'post',
    path: `/${what}`,
    kinds,
    required: ['title'],
    sound: (number) => ({ title: `New ${number}`, description: 'New' }),
  },
  {
    ...BARE,
    name: `changing in ${what}`,
    method: 'put',
    path: `/${what}/:id`,
    kinds,
    sound: (number) => ({ title: `Changed ${number}`, slug: `changed-${number}`, description: 'Changed' }),
  },
];

const CUSTOM_FIELD_WRITES: readonly WriteCase[] = [
  {
    ...BARE,
    name: 'adding a custom field',
    method: 'post',
    path: '/custom-fields/contacts',
    kinds: CUSTOM_FIELD,
    required: ['type', 'label'],
    sound: (number) => ({ type: 'select-one', label: `New ${number}`, options: ['a', 'b'] }),
  },
  {
    ...BARE,
    name: 'changing a custom field',
    method: 'put',
    path: '/custom-fields/contacts/:slug',
    kinds: {
      ...CUSTOM_FIELD,
      force: flag(),
      slug: {
        refuses: [...text().refuses, ...shape('cannot be changed', 'other', '🎉').refuses],
        takes: [],
      },
    },
    sound: (number) => ({ label: `Changed ${number}`, options: ['red'], force: 'yes' }),
  },
  {
    ...BARE,
    name: 'replacing the set of custom fields',
    method: 'put',
    path: '/custom-fields/contacts',
    inside: ['fields', 0],
    kinds: NAMED_OPTIONS,
    outerKinds: {
      fields: {
        refuses: [
          ...shape('must be an array of custom fields', ...otherThan('array')).refuses,
          ...shape(
            'must hold at most 1000 fields',
            Array.from({ length: 1_001 }, (_, index) => ({ type: 'text', label: `New ${index}` })),
          ).refuses,
        ],
        takes: [],
      },
      'fields.0': { ...shape('must hold objects only', ...otherThan('object')), namedAsArray: true },
      force: flag(),
    },
    required: ['type', 'label'],
    sound: (number) => ({ type: 'select-one', label: `New ${number}`, options: ['a', 'b'] }),
    body: (members) => ({ fields: [members], force: 'yes' }),
    named: (member) => `fields.0.${member}`,
  },
];

const COMPANY_WRITES: readonly WriteCase[] = [
  {
    ...BARE,
    name: 'creating a company',
    method: 'post',
    path: '/companies',
    kinds: COMPANY,
    required: ['name'],
    sound: (number) => ({ name: `New ${number}`, city: 'Rome' }),
  },
  {
    ...BARE,
    name: 'changing a company',
    variant: true,
    method: 'put',
    path: '/companies/:id',
    kinds: COMPANY,
    sound: (number) => ({ name: `Changed ${number}`, city: 'Rome' }),
  },
  // Alternating: each request reverts the previous one.
  ...(['put', 'post'] as const).flatMap((method) =>
    (['attach', 'detach'] as const).map((verb) => ({
      ...BARE,
      name: `${verb}ing members of companies by ${method}`,
      method,
      path: `/companies/${verb}-subscribers`,
      ...(method === 'put' && verb === 'attach' ? {} : { variant: true as const }),
      kinds: MEMBERS,
      required: ['subscriber_ids', 'company_ids'],
      // The first contact is a member, the second one is not, so each request has an effect.
      sound: () => ({ subscriber_ids: [1, 2], company_ids: [1] }),
    })),
  ),
];

const noteWrites = (subject: 'contact' | 'company', base: string): WriteCase[] =>
  (
    [
      ['creating a note', 'post', base],
      ['changing a note', 'put', `${base}/:noteId`],
    ] as const
  ).flatMap(([what, method, path]) => {
    const bare: WriteCase = {
      ...BARE,
      name: `${what} of a ${subject} by its bare members`,
      variant: true,
      method,
      path,
      kinds: noteOf(subject),
      required: ['title', 'description', 'type', 'created_at'],
      sound: (number: number) => ({
        title: `Note ${number}`,
        description: '<p>New</p>',
        type: 'call',
        created_at: '2026-01-31 09:30:00',
        status: 'closed',
      }),
    };
    const { variant, ...whole } = bare;
    return [
      bare,
      {
        ...whole,
        ...inObject('note'),
        name: `${what} of a ${subject}`,
        // The other methods and subjects use the same code.
        ...(variant && !(method === 'post' && subject === 'contact') ? { variant } : {}),
      },
    ];
  });

const SEGMENT_WRITES: readonly WriteCase[] = [
  {
    ...BARE,
    name: 'creating a segment',
    method: 'post',
    path: '/segments',
    kinds: SEGMENT,
    required: ['title', 'filters'],
    sound: (number) => ({ title: `New ${number}`, filters: [[ROW]] }),
  },
  {
    ...BARE,
    name: 'changing a segment',
    method: 'put',
    path: '/segments/:id',
    kinds: SEGMENT,
    sound: (number) => ({ title: `Changed ${number}`, filters: [[ROW]], description: 'Changed' }),
  },
];

const NO_DOMAINS = ['', ' ', 'localhost', '127.0.0.1', 'a@b.example', '🎉', 'exa mple.com', '-a.example', 'a..example'];

const SUPPRESSION_WRITE: WriteCase = {
  ...BARE,
  name: 'suppressing addresses and domains',
  method: 'post',
  path: '/suppressions',
  kinds: {
    email: { ...address({ emptyReason: 'must be one email address' }), takes: [] },
    domain: {
      refuses: [...text({ blank: 'kept' }).refuses, ...shape('must be a domain', ...NO_DOMAINS).refuses],
      takes: [],
    },
    values: {
      refuses: [
        ...shape('must be an array', ...otherThan('array', 'number', 'text')).refuses,
        ...shape('must hold text only', 7, [7], ['a.example', null], [['a.example']]).refuses,
        ...shape('items must be at most 190 characters long', ['x'.repeat(191)]).refuses,
        ...shape(
          'must hold at most 1000 items',
          Array.from({ length: 1_001 }, (_, index) => `d${index}.example`),
        ).refuses,
      ],
      takes: [],
    },
    'values.0': shape(
      'must be one email address or a domain',
      ...NO_DOMAINS.filter((value) => !value.includes('@')),
      'nobody',
      'a@',
      'Ada <a@b.example>',
    ),
    note: { ...text({ nullable: true, blank: 'kept' }), takes: [] },
  },
  sound: (number) => ({ email: `blocked-${number}@example.com`, note: 'by phone' }),
};

const BULK_ACTIONS = [
  'add_tags',
  'remove_tags',
  'add_lists',
  'remove_lists',
  'add_companies',
  'remove_companies',
  'change_status',
  'delete',
  'add_to_funnel',
];

const BULK_ACTION: Omit<WriteCase, 'name' | 'kinds' | 'sound'> = {
  ...BARE,
  method: 'post',
  path: '/subscribers/do-bulk-action',
};
/** The members of every bulk action on listed contacts. */
const NAMED_CONTACTS: Kinds = {
  subscriber_ids: idList(5_000, 'items; 5001 were sent'),
  'subscriber_ids.0': idItem(),
  dry_run: flag(),
  silent: flag(),
};

const RULE: Kinds = Object.fromEntries(
  Object.entries(SEGMENT).flatMap(([name, kind]) => (name.startsWith('filters') ? [[name.slice(7), kind]] : [])),
);
const ruleAt = (path: string): Kinds =>
  Object.fromEntries(Object.entries(RULE).map(([inner, kind]) => [`${path}${inner}`, kind]));
const neverNull = ({ refuses }: ValueKind): ValueKind => ({
  refuses: [...refuses.filter(({ value }) => value !== null), { value: null, reason: 'must not be null' }],
  takes: [],
});

const BULK_WRITES: readonly WriteCase[] = [
  {
    ...BARE,
    name: 'adding many contacts',
    method: 'post',
    path: '/subscribers/bulk-add-update',
    kinds: {
      contacts: {
        refuses: [
          ...shape('must be an array of contacts', ...otherThan('array')).refuses,
          ...shape('must hold at least one contact', []).refuses,
          ...shape(
            'must hold at most 5000 items; 5001 were sent',
            Array.from({ length: 5_001 }, () => 0),
          ).refuses,
        ],
        takes: [],
      },
      force_update: flag(),
      force_update_status: flag(),
      double_optin: flag(),
      tags: oneOrMoreIds(),
      'tags.0': idItem(),
      lists: oneOrMoreIds(),
      'lists.0': idItem(),
    },
    required: ['contacts'],
    sound: (number) => ({
      contacts: [{ email: `new-${number}@example.com`, status: 'subscribed' }],
      tags: [2],
      lists: [2],
    }),
  },
  {
    ...BULK_ACTION,
    name: 'tagging many contacts',
    kinds: { ...NAMED_CONTACTS, action_name: word(BULK_ACTIONS), tags: idList(100), 'tags.0': idItem() },
    // An unknown action does not validate its objects.
    overruled: ['action_name'],
    sound: () => ({ action_name: 'add_tags', subscriber_ids: [1, 2], tags: [2] }),
  },
  ...(
    [
      ['lists', 'add_lists', 1],
      ['companies', 'add_companies', 1],
      ['company_ids', 'remove_companies', 1],
      // Added by the previous bulk action.
      ['action_options', 'remove_tags', 2],
    ] as const
  ).map(([member, action, id]) => ({
    ...BULK_ACTION,
    name: `${action} of many contacts by ${member}`,
    variant: true as const,
    kinds: { ...NAMED_CONTACTS, [member]: idList(100), [`${member}.0`]: idItem() },
    sound: () => ({ action_name: action, subscriber_ids: [1, 2], [member]: [id] }),
  })),
  {
    ...BULK_ACTION,
    name: 'changing the status of many contacts',
    kinds: { status: word(STATUSES), force_update_status: flag() },
    sound: () => ({ action_name: 'change_status', subscriber_ids: [1, 2], status: 'pending' }),
  },
  {
    ...BULK_ACTION,
    name: 'changing the status of many contacts to a new one',
    kinds: { new_status: word(STATUSES), force_update_status: flag() },
    sound: () => ({ action_name: 'change_status', subscriber_ids: [1, 2], new_status: 'unsubscribed' }),
  },
  {
    ...BULK_ACTION,
    name: 'adding many contacts to a funnel',
    kinds: {
      ...NAMED_CONTACTS,
      funnel_id: {
        refuses: [...oneId('must be an id').refuses, ...shape(`unknown: ${LARGEST_ID}`, LARGEST_ID).refuses],
        takes: [],
      },
    },
    sound: () => ({ action_name: 'add_to_funnel', subscriber_ids: [1, 2], funnel_id: 1 }),
  },
  {
    ...BULK_ACTION,
    name: 'tagging contacts that match a rule',
    kinds: {
      ...ruleAt('filter'),
      filter: {
        refuses: [
          ...shape('must be a rule (an array of groups) or an object of filters', ...otherThan('array', 'object'))
            .refuses,
          ...shape('must name at least one of: filters, segment_id, search, statuses, tags, lists, company_ids', {})
            .refuses,
          ...(RULE['']?.refuses ?? []).filter(({ value }) => Array.isArray(value) && value.length !== 1),
        ],
        takes: [],
      },
      expected_count: shape(
        'must be a whole number of at least 0',
        ...otherThan('number', 'text'),
        ...['x', '1.5', '1e3', '-1', '🎉', '', '9'.repeat(20), 1.5, -1],
      ),
      tags: idList(100),
      'tags.0': idItem(),
    },
    sound: () => ({ action_name: 'add_tags', filter: [[ROW]], tags: [2] }),
  },
  {
    ...BULK_ACTION,
    name: 'tagging contacts of a filtered list',
    kinds: {
      ...ruleAt('filter.filters'),
      'filter.filters': neverNull(ruleAt('filter.filters')['filter.filters'] ?? { refuses: [], takes: [] }),
      'filter.segment_id': neverNull({
        refuses: [...oneId('must be an id').refuses, ...shape(`unknown: ${LARGEST_ID}`, LARGEST_ID).refuses],
        takes: [],
      }),
      'filter.search': neverNull(text()),
      'filter.statuses': neverNull(
        shape(`must hold only: ${STATUSES.join(', ')}`, 'x', 7, -1.5, true, ['x'], {}, { toString: 1 }, [['pending']]),
      ),
      'filter.statuses.0': {
        ...shape(`must hold only: ${STATUSES.join(', ')}`, ...otherThan(), '', 'Pending', '🎉'),
        namedAsArray: true,
      },
      ...Object.fromEntries(
        ['tags', 'lists', 'company_ids'].flatMap((name) => [
          [`filter.${name}`, neverNull(idList(1_000))],
          [`filter.${name}.0`, idItem()],
        ]),
      ),
      tags: idList(100),
      'tags.0': idItem(),
    },
    sound: () => ({ action_name: 'add_tags', filter: { filters: [[ROW]], search: 'known' }, tags: [2] }),
  },
  {
    ...BARE,
    name: 'merging contacts',
    method: 'post',
    path: '/subscribers/merge',
    kinds: {
      keep_id: { refuses: wholeNumber({ min: 1, max: LARGEST_ID }).refuses, takes: [] },
      merge_ids: {
        refuses: [
          ...someIds(50).refuses,
          ...shape('must not contain keep_id', [1], [2, 1]).refuses,
          ...shape('contains duplicates: 2', [2, 2]).refuses,
        ],
        takes: [],
      },
      'merge_ids.0': idItem(),
    },
    required: ['keep_id', 'merge_ids'],
    sound: () => ({ keep_id: 1, merge_ids: [2] }),
  },
  {
    ...BARE,
    name: 'erasing a contact',
    method: 'post',
    path: '/subscribers/:id/erase',
    kinds: { mode: word(['delete', 'anonymize']) },
    required: ['mode'],
    sound: () => ({ mode: 'anonymize' }),
  },
];

/** All write operations of the contact domain. */
export const WRITES: readonly WriteCase[] = [
  ...CONTACT_WRITES,
  OPT_IN_WRITE,
  ...labelWrites('lists', LIST_FIELDS),
  ...labelWrites('tags', LABEL_FIELDS),
  ...CUSTOM_FIELD_WRITES,
  ...COMPANY_WRITES,
  ...noteWrites('contact', '/subscribers/:id/notes'),
  ...noteWrites('company', '/companies/:id/notes'),
  {
    ...BARE,
    name: 'tracking an event',
    method: 'post',
    path: '/subscribers/track-event',
    kinds: TRACKED_EVENT,
    required: ['event_key', 'title'],
    // Previous events, whose count would increase.
    sound: () => ({ subscriber_id: 1, event_key: 'seen', title: 'Known', value: 'new' }),
  },
  ...SEGMENT_WRITES,
  SUPPRESSION_WRITE,
  ...BULK_WRITES,
];

export const KNOWN_ADDRESS = 'known@example.com';

/** The path of a documented field from the root of the body. */
export const documentedPath = ({ inside }: WriteCase, member: string): string => [...inside, member].join('.');

/** The path of an operation with the ids that `furnish` has created. */
export function target(path: string): string {
  return filled(path, '1', { slug: 'my_checkbox', noteId: path.startsWith('/companies') ? '2' : '1' });
}

/** The operations of the running product that belong to the contact domain. */
export function operationsOfContacts(client: HostileClient): Operation[] {
  return client.operations.filter(({ path }) => CONTACT_DOMAIN.test(path));
}

/**
 * Creates one resource of each kind with the id 1, all connected and in use, and a second one where a request can choose.
 */
export async function createFixtures(world: World): Promise<HostileClient> {
  const { given, all } = world;
  for (const type of FIELD_TYPES)
    await given.customField({
      type,
      slug: fieldOfType(type),
      ...(['select-one', 'radio', 'checkbox'].includes(type) ? { options: ['red', 'blue', '🎉 blue'] } : {}),
    });
  await given.customField({ slug: 'color' });
  for (const number of [1, 2]) {
    await given.list({ title: `List of ours ${number}` });
    await given.tag({ title: `Tag of ours ${number}` });
    await given.company({ name: `Company of ours ${number}` });
    await given.segment({ title: `Segment of ours ${number}` });
  }
  // The API reads the labels again: with those of an earlier test in memory, its first attempt would take the id 1.
  await all
    .put('/subscribers/1')
    .send({ attach_lists: [1], attach_tags: [1] })
    .expect(404);
  const contact = { lists: [1], tags: [1], custom_values: { color: 'red', my_checkbox: ['red', 'blue'] } };
  await given.contact({ ...contact, email: KNOWN_ADDRESS, user_id: 101 });
  await given.contact({ email: 'second@example.com', user_id: 102 });
  await given.note(1, { title: 'Of the contact' });
  const note = { title: 'Of the company', description: 'Text', type: 'note', created_at: '2026-01-31 09:30:00' };
  await all.post('/companies/1/notes').send({ note }).expect(200);
  await given.trackedEvent(1, { event_key: 'seen', title: 'Known' });
  await given.publishedFunnel({ title: 'Funnel of ours' });
  await all
    .post('/companies/attach-subscribers')
    .send({ subscriber_ids: [1], company_ids: [1] })
    .expect(200);
  return new HostileClient(world);
}
