import { exampleOf, type JsonSchema, integer, nullable, oneOf, text as word } from '../../../shapes/shape.js';
import { eventOrder } from '../../../events/commerce.events.js';
import { eventData, labelSchema } from '../../../events/contact.events.js';
import { segment } from '../../../events/segment.events.js';
import type { JsonObject } from '../../../platform/values/json.js';
import { nearestFirst } from '../../../platform/text/closest-name.js';
import { CONTACT_STATUSES } from '../../contacts/contact/contact-status.js';
import { payloadCondition } from './trigger-conditions.js';
import { NAMES, amount, choice, id, ids, list, optional, shape, text, whole, yesOrNo } from './settings-schema.js';

export interface TriggerEntry {
  readonly title: string;
  readonly description: string;
  readonly settings: JsonSchema;
  /** The data of enrollments: the Liquid object `trigger`. */
  readonly payload: JsonSchema;
}

/** Triggers that are reported through the API; a family has many names. */
interface TriggerFamily extends TriggerEntry {
  readonly name: string;
  readonly pattern: RegExp;
}

const MAX_DAYS = 365;

const productIds = list(
  'Products',
  { type: ['string', 'integer'], maxLength: 190 },
  { description: 'Any of these; empty: all', default: [], example: ['SKU-7'] },
);
const minTotal = optional(amount('Minimum total', { description: 'In the currency of the order', example: 50 }));

const orderPayload = shape({ order: eventOrder });

const order = (title: string, description: string): TriggerEntry => ({
  title,
  description,
  settings: shape({
    min_total: minTotal,
    product_ids: productIds,
    provider: optional(text('Shop', { form: 'word', description: 'Null for any', example: 'shop' })),
  }),
  payload: orderPayload,
});

const label = (kind: 'lists' | 'tags', title: string, description: string): TriggerEntry => ({
  title,
  description,
  settings: shape({
    [kind]: ids(kind === 'lists' ? 'Lists' : 'Tags', kind, { description: 'Any of these; empty: all', example: [1] }),
  }),
  payload: shape({ [kind.slice(0, -1)]: labelSchema }),
});

const segmentId = id('Segment', 'segments', { example: 3 });
const segmentPayload = shape({ segment });

export const NATIVE_TRIGGERS = {
  contact_created: {
    title: 'Contact created',
    description: 'A contact was created.',
    settings: shape({}),
    payload: shape({}),
  },
  list_applied: label('lists', 'Added to a list', 'The contact was added to a list.'),
  list_removed: label('lists', 'Removed from a list', 'The contact was removed from a list.'),
  tag_applied: label('tags', 'Tag added', 'The contact got a tag.'),
  tag_removed: label('tags', 'Tag removed', 'The contact lost a tag.'),
  status_changed: {
    title: 'Status changed',
    description: 'The status of the contact changed.',
    settings: shape({
      from: list('From', choice('Status', CONTACT_STATUSES), { default: [], description: 'Empty for any' }),
      to: list('To', choice('Status', CONTACT_STATUSES), {
        default: [],
        description: 'Empty for any',
        example: ['subscribed'],
      }),
    }),
    payload: shape({ from: oneOf(CONTACT_STATUSES), to: oneOf(CONTACT_STATUSES) }),
  },
  event_tracked: {
    title: 'Event tracked',
    description: 'An event of the contact was tracked.',
    settings: shape({
      event_key: optional(text('Key', { form: 'word', description: 'Null for any', example: 'pricing_viewed' })),
      title: optional(text('Title', { form: 'word', description: 'Null for any' })),
      min_count: whole('Times', {
        min: 1,
        max: 1_000_000,
        description: 'The minimum count of events with the same key and title',
        default: 1,
      }),
    }),
    payload: shape({
      event: shape({
        key: word('pricing_viewed'),
        title: word('Viewed the prices'),
        value: nullable(word('yearly')),
        data: eventData,
        counter: integer(3, 'The count so far'),
      }),
    }),
  },
  order_received: order('Order received', 'An order was reported for the first time, or completed.'),
  order_created: order('Order created', 'An order was reported for the first time.'),
  order_completed: order('Order completed', 'An order was paid for and completed.'),
  order_refunded: order('Order refunded', 'An order was refunded, in whole or in part.'),
  date_field: {
    title: 'Date',
    description: 'A date of the contact is reached, with an offset in days.',
    settings: shape({
      field: {
        ...text('Date', { min: 1, description: 'date_of_birth, or the slug of a custom field of type date' }),
        [NAMES]: 'date_fields',
        examples: ['date_of_birth'],
      },
      offset_days: whole('Days after it', {
        min: -MAX_DAYS,
        max: MAX_DAYS,
        description: 'Negative for days before it',
        default: 0,
        example: -7,
      }),
      yearly: yesOrNo('Every year', { default: 'no', example: 'yes' }),
      at: text('Time', { form: 'time_of_day', max: 5, description: 'In `APP_TIMEZONE`', default: '09:00' }),
    }),
    payload: shape({ date: shape({ field: word('date_of_birth'), date: word('1990-05-17') }) }),
  },
  segment_entered: {
    title: 'Entered a segment',
    description: 'The contact starts to match a segment.',
    settings: shape({
      segment_id: segmentId,
      include_existing: yesOrNo('Existing matches', {
        description: 'Whether contacts that match when the funnel is published are enrolled',
        default: 'no',
      }),
    }),
    payload: segmentPayload,
  },
  segment_left: {
    title: 'Left a segment',
    description: 'The contact stops matching a segment.',
    settings: shape({ segment_id: segmentId }),
    payload: segmentPayload,
  },
} as const satisfies Readonly<Record<string, TriggerEntry>>;
type NativeTrigger = keyof typeof NATIVE_TRIGGERS;

export const isNative = (name: string): name is NativeTrigger => Object.hasOwn(NATIVE_TRIGGERS, name);

const payloadConditions = list('Conditions', payloadCondition, {
  max: 20,
  description: 'Conditions on the payload; all must match',
  default: [],
});

const anyPayload: JsonSchema = {
  type: 'object',
  description: 'The reported payload',
  additionalProperties: true,
  examples: [{ form: { country: 'FR' } }],
};

const shopSettings = shape({
  product_ids: productIds,
  min_total: minTotal,
  max_total: optional(amount('Maximum total', { description: 'In the currency of the order', example: 500 })),
  payload: payloadConditions,
});

const shopPayload: JsonSchema = {
  type: 'object',
  description: 'The reported payload; conditions use these members',
  properties: {
    total: { type: 'number', examples: [59.9] },
    product_ids: { type: 'array', items: { type: ['string', 'integer'] }, examples: [['SKU-7']] },
  },
  additionalProperties: true,
};

const reported = { settings: shape({ payload: payloadConditions }), payload: anyPayload };
const ofShop = { settings: shopSettings, payload: shopPayload };

const REST = '[A-Za-z0-9_.-]+';

const family = (
  name: string,
  title: string,
  description: string,
  what: Pick<TriggerEntry, 'settings' | 'payload'>,
  source = name.replace('*', REST),
): TriggerFamily => ({ name, title, description, ...what, pattern: new RegExp(`^${source}$`) });

export const FAMILIES: readonly TriggerFamily[] = [
  family(
    '<form_plugin>_submission_*',
    'Form submitted',
    'A form was submitted, such as fluentform_submission_12.',
    reported,
    `[a-z0-9]+(?:_[a-z0-9]+)*?_submission_${REST}`,
  ),
  family('shop_order_status_*', 'Order status', 'An order of a shop changed its status.', ofShop),
  family('shop_order_total_*', 'Order total', 'An order of a shop reached a total.', ofShop),
  family('shop_product_purchased', 'Product bought', 'A product was bought in a shop.', ofShop),
  family('user_registration', 'User registered', 'The contact registered on a site.', reported),
  family('site_login', 'User logged in', 'The contact logged in to a site.', reported),
  family('post_published', 'Post published', 'A post of the contact was published.', reported),
  family('custom_*', 'Custom trigger', 'Another system reports it, as in custom_trial_started.', reported),
  family('webhook_*', 'Webhook', 'Another system calls, as in webhook_crm.', reported),
];

const MAX_NAME_LENGTH = 190;
const WILDCARD = '*';

export function isTriggerName(name: string): boolean {
  return isNative(name) || familyOf(name) !== undefined;
}

const ALL_NAMES = [...Object.keys(NATIVE_TRIGGERS), ...FAMILIES.map(({ name }) => name)];

/** The reason for an unknown trigger. */
export const notATrigger = (name: string): string =>
  `is not a trigger; known triggers: ${nearestFirst(name, ALL_NAMES)}`;

/** Whether the API accepts reports of this trigger; Carillon detects native triggers itself. */
export function isFireable(name: string): boolean {
  return !name.endsWith(WILDCARD) && !isNative(name) && familyOf(name) !== undefined;
}

/** Returns the trigger names that match a reported name: the name itself and its prefixes. */
export function candidatesFor(firedName: string): string[] {
  const beginnings = [...firedName.matchAll(/_/g)].map(({ index }) => `${firedName.slice(0, index + 1)}${WILDCARD}`);
  return [firedName, ...beginnings].filter(isTriggerName);
}

export const triggerNamed = (name: string): TriggerEntry | undefined =>
  isNative(name) ? NATIVE_TRIGGERS[name] : familyOf(name);

/** Returns data as the trigger could report it. */
export const exampleData = (name: string): JsonObject =>
  (exampleOf(triggerNamed(name)?.payload ?? {}) ?? {}) as JsonObject;

export function familyOf(name: string): TriggerFamily | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const sample = name.endsWith(`_${WILDCARD}`) ? `${name.slice(0, -WILDCARD.length)}1` : name;
  return FAMILIES.find(({ pattern }) => pattern.test(sample));
}
