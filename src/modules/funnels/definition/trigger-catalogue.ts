import {
  type JsonSchema,
  decimal,
  integer,
  list as listOf,
  nullable,
  oneOf,
  text as word,
} from '../../../events/schema.js';
import { CONTACT_STATUSES } from '../../contacts/contact-status.js';
import { MAIL_HEAD } from './action-catalogue.js';
import { DEFAULT_SETTINGS } from './funnel-rules.js';
import {
  NAMES,
  amount,
  choice,
  formatted,
  id,
  ids,
  list,
  optional,
  shape,
  text,
  whole,
  yesOrNo,
} from './settings-schema.js';

export interface TriggerEntry {
  readonly title: string;
  readonly description: string;
  /** Its own parameters. */
  readonly settings: JsonSchema;
  /** What texts of the funnel can be filled in with, as `trigger`. */
  readonly payload: JsonSchema;
}

/** Triggers that are reported from outside; a family has many names. */
export interface TriggerFamily extends TriggerEntry {
  /** As it is written down; `*` stands for the rest of a name. */
  readonly name: string;
  readonly pattern: RegExp;
}

/** How a member of what came with a trigger is compared. */
const PAYLOAD_OPERATORS = ['=', '!=', 'contains', '>', '<', 'in', 'exists'] as const;
export type PayloadOperator = (typeof PAYLOAD_OPERATORS)[number];

const MOST_DAYS = 365;
const SCALARS = ['string', 'number', 'boolean', 'null'];

const productIds = list(
  'Products',
  { type: ['string', 'integer'], maxLength: 190 },
  { description: 'One of these; none for any', default: [], example: ['SKU-7'] },
);
const minTotal = optional(amount('Least total', { description: 'In the currency of the order', example: 50 }));

/** What came with it: all of these members, whoever it is told of. */
const told = (members: Readonly<Record<string, JsonSchema>>): JsonSchema => shape(members, Object.keys(members));

const orderTold = told({
  order_id: integer(501),
  external_id: word('A-1001', 'The id that the shop gave it'),
  provider: word('shop'),
  status: oneOf(['completed', 'pending', 'processing', 'cancelled', 'refunded']),
  total: decimal(59.9),
  currency: word('EUR', 'ISO 4217'),
  product_ids: listOf(word('SKU-7', 'Those that the shop named')),
});

const order = (title: string, description: string): TriggerEntry => ({
  title,
  description,
  settings: shape({
    min_total: minTotal,
    product_ids: productIds,
    provider: optional(text('Shop', { form: 'word', description: 'Null for any', example: 'shop' })),
  }),
  payload: orderTold,
});

const label = (kind: 'lists' | 'tags', title: string, description: string): TriggerEntry => ({
  title,
  description,
  settings: shape({
    [kind]: ids(kind === 'lists' ? 'Lists' : 'Tags', kind, { description: 'One of these; none for any', example: [1] }),
  }),
  payload: told({ [kind]: listOf(integer(3, 'An id')) }),
});

/** What we notice by ourselves. */
export const NATIVE_TRIGGERS = {
  contact_created: {
    title: 'Contact created',
    description: 'A contact was created.',
    settings: shape({}),
    payload: told({}),
  },
  list_applied: label('lists', 'Came onto a list', 'The contact came onto a list.'),
  list_removed: label('lists', 'Left a list', 'The contact left a list.'),
  tag_applied: label('tags', 'Got a tag', 'The contact got a tag.'),
  tag_removed: label('tags', 'Lost a tag', 'A tag was taken from the contact.'),
  status_changed: {
    title: 'Status changed',
    description: 'The status of the contact changed.',
    settings: shape({
      from: list('From', choice('Status', CONTACT_STATUSES), { default: [], description: 'None for any' }),
      to: list('To', choice('Status', CONTACT_STATUSES), {
        default: [],
        description: 'None for any',
        example: ['subscribed'],
      }),
    }),
    payload: told({ from: oneOf(CONTACT_STATUSES), to: oneOf(CONTACT_STATUSES) }),
  },
  event_tracked: {
    title: 'Did something',
    description: 'An event of the contact was tracked.',
    settings: shape({
      event_key: optional(text('Key', { form: 'word', description: 'Null for any', example: 'pricing_viewed' })),
      title: optional(text('Title', { form: 'word', description: 'Null for any' })),
      min_count: whole('Times', {
        min: 1,
        max: 1_000_000,
        description: 'So often, under the same key and title',
        default: 1,
      }),
    }),
    payload: told({
      event_key: word('pricing_viewed'),
      title: word('Viewed the prices'),
      value: nullable(word('yearly')),
      counter: integer(3, 'How often by now'),
    }),
  },
  order_received: order('Order received', 'An order was reported for the first time, or completed.'),
  order_created: order('Order created', 'An order was reported for the first time.'),
  order_completed: order('Order completed', 'An order was paid for and completed.'),
  order_refunded: order('Order refunded', 'Money of an order was given back.'),
  date_field: {
    title: 'Date',
    description: 'A date of the contact has come, or comes, or is so many days ago.',
    settings: shape(
      {
        field: {
          ...text('Date', { min: 1, description: 'date_of_birth, or the slug of a custom field of type date' }),
          [NAMES]: 'date_fields',
          examples: ['date_of_birth'],
        },
        offset_days: whole('Days after it', {
          min: -MOST_DAYS,
          max: MOST_DAYS,
          description: 'Negative for before',
          default: 0,
          example: -7,
        }),
        yearly: yesOrNo('Every year', { default: 'no', example: 'yes' }),
        at: text('Time', {
          form: 'time_of_day',
          max: 5,
          description: "On the installation's clock",
          default: '09:00',
        }),
      },
      ['field'],
    ),
    payload: told({ field: word('date_of_birth'), date: word('1990-05-17') }),
  },
  segment_entered: {
    title: 'Entered a segment',
    description: 'The contact has come to match a segment; looked after every minute.',
    settings: shape(
      {
        segment_id: id('Segment', 'segments', { example: 3 }),
        include_existing: yesOrNo('Who matches already', {
          description: 'Whether those come in who match when the funnel is published',
          default: 'no',
        }),
      },
      ['segment_id'],
    ),
    payload: told({ segment_id: integer(3) }),
  },
} as const satisfies Readonly<Record<string, TriggerEntry>>;
export type NativeTrigger = keyof typeof NATIVE_TRIGGERS;

export const isNative = (name: string): name is NativeTrigger => Object.hasOwn(NATIVE_TRIGGERS, name);

const payloadConditions = list(
  'Conditions',
  shape(
    {
      path: text('Member', {
        min: 1,
        form: 'payload_path',
        description: 'Of the payload; names joined by dots',
        example: 'form.country',
      }),
      operator: choice('Operator', PAYLOAD_OPERATORS, { example: '=' }),
      value: {
        title: 'Value',
        description: 'An array for `in`; true or false for `exists`',
        type: [...SCALARS, 'array'],
        items: { type: SCALARS, maxLength: 1_000 },
        maxItems: 100,
        maxLength: 1_000,
        examples: ['FR'],
      },
    },
    ['path', 'operator'],
  ),
  { max: 20, description: 'On what came with it; all must hold', default: [] },
);

const anyPayload: JsonSchema = {
  type: 'object',
  description: 'Whatever was reported with it',
  additionalProperties: true,
  examples: [{ form: { country: 'FR' } }],
};

const shopSettings = shape({
  product_ids: productIds,
  min_total: minTotal,
  max_total: optional(amount('Most', { description: 'In the currency of the order', example: 500 })),
  payload: payloadConditions,
});

const shopPayload: JsonSchema = {
  type: 'object',
  description: 'Whatever was reported with it; conditions look at these members',
  properties: {
    total: { type: 'number', examples: [59.9] },
    product_ids: { type: 'array', items: { type: ['string', 'integer'] }, examples: [['SKU-7']] },
  },
  additionalProperties: true,
};

const reported = { settings: shape({ payload: payloadConditions }), payload: anyPayload };
const ofShop = { settings: shopSettings, payload: shopPayload };

/** The rest of a name. */
const REST = '[A-Za-z0-9_.-]+';

const named = (source: string): RegExp => new RegExp(`^${source}$`);

export const FAMILIES: readonly TriggerFamily[] = [
  {
    name: '<form_plugin>_submission_*',
    pattern: named(`[a-z0-9]+(?:_[a-z0-9]+)*?_submission_${REST}`),
    title: 'Form submitted',
    description: 'Somebody sent a form of a form plugin, such as fluentform_submission_12.',
    ...reported,
  },
  {
    name: 'shop_order_status_*',
    pattern: named(`shop_order_status_${REST}`),
    title: 'Order status',
    description: 'An order of a shop came into a status, such as shop_order_status_completed.',
    ...ofShop,
  },
  {
    name: 'shop_order_total_*',
    pattern: named(`shop_order_total_${REST}`),
    title: 'Order total',
    description: 'An order of a shop came to a total.',
    ...ofShop,
  },
  {
    name: 'shop_product_purchased',
    pattern: /^shop_product_purchased$/,
    title: 'Product bought',
    description: 'A product was bought in a shop.',
    ...ofShop,
  },
  {
    name: 'user_registration',
    pattern: /^user_registration$/,
    title: 'User registered',
    description: 'Somebody registered on a site.',
    ...reported,
  },
  {
    name: 'site_login',
    pattern: /^site_login$/,
    title: 'User logged in',
    description: 'Somebody logged in to a site.',
    ...reported,
  },
  {
    name: 'post_published',
    pattern: /^post_published$/,
    title: 'Post published',
    description: 'A post of the contact was published.',
    ...reported,
  },
  {
    name: 'custom_*',
    pattern: named(`custom_${REST}`),
    title: 'Something of your own',
    description: 'Whatever another system reports under a name of its choice, such as custom_trial_started.',
    ...reported,
  },
  {
    name: 'webhook_*',
    pattern: named(`webhook_${REST}`),
    title: 'A call from outside',
    description: 'Another system called, such as webhook_crm.',
    ...reported,
  },
];

/** What every funnel may be told, whatever it begins with. */
export const COMMON_SETTINGS: JsonSchema = shape({
  exit_on_unsubscribe: yesOrNo('Leave when unsubscribed', {
    description: 'Whether who becomes unsubscribed, bounced or complained leaves',
    default: DEFAULT_SETTINGS.exit_on_unsubscribe,
  }),
  quiet_hours: optional(
    shape(
      {
        from: text('From', { form: 'time_of_day', max: 5, description: 'Included', example: '21:00' }),
        to: text('To', {
          form: 'time_of_day',
          max: 5,
          description: 'Not included; before `from` it is on the next day',
          example: '08:00',
        }),
        timezone: optional(
          formatted('Time zone', 'time-zone', {
            description: "An IANA name; null for the installation's",
            example: 'Europe/Paris',
          }),
        ),
      },
      ['from', 'to'],
      { title: 'Quiet hours', description: 'In which no mail of the funnel leaves' },
    ),
  ),
  subscription_status: choice('Status of new contacts', ['subscribed', 'pending', 'unsubscribed'], {
    description: 'Of those whom the trigger makes',
    default: DEFAULT_SETTINGS.subscription_status,
  }),
  mailer_settings: {
    ...shape(
      {
        sender_id: optional(
          id('Sender', 'senders', {
            description: "Null: the sender with the From address, else the installation's own mail server",
          }),
        ),
        ...MAIL_HEAD,
      },
      [],
      { title: 'Sender' },
    ),
    default: {},
  },
});
