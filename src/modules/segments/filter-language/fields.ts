import type { CustomField, CustomFieldType } from '../../custom-fields/custom-field.entity.js';
import { FIELDS } from '../../contacts/contact-field-catalog.js';
import { CONTACT_STATUSES } from '../../contacts/contact-status.js';
import type { TypeName, ValueType } from './value-types.js';

export const MEMBERSHIPS = ['tags', 'lists', 'companies'] as const;
export type Membership = (typeof MEMBERSHIPS)[number];

export const CAMPAIGN_ACTIVITIES = ['opened', 'clicked', 'received', 'not_opened', 'not_clicked'] as const;
export type CampaignActivity = (typeof CAMPAIGN_ACTIVITIES)[number];

/** Sums of what a contact has bought; 0 for who never ordered. */
export const PURCHASE_FIGURES = ['orders_count', 'total_spent', 'average_order_value', 'refunded_total'] as const;
export type PurchaseFigure = (typeof PURCHASE_FIGURES)[number];

/** Where the value of a field is kept. Everything in it is ours, save the key of an event. */
export type Place =
  | { readonly in: 'contact'; readonly sql: string; readonly nullable: boolean }
  | { readonly in: 'custom'; readonly fieldId: number }
  | { readonly in: 'membership'; readonly of: Membership }
  | { readonly in: 'campaign_mails'; readonly activity: CampaignActivity }
  | { readonly in: 'hits'; readonly kind: 'open' | 'click' }
  | { readonly in: 'events'; readonly key: string }
  | { readonly in: 'purchases'; readonly figure: PurchaseFigure }
  | { readonly in: 'order_moments'; readonly end: 'first' | 'last' }
  | { readonly in: 'products' };

export interface Field {
  readonly place: Place;
  readonly type: ValueType;
}

/** What a rule can speak of at present. */
export interface Vocabulary {
  readonly contactTypes: readonly string[];
  readonly customFields: readonly Pick<CustomField, 'id' | 'slug' | 'type' | 'options'>[];
}

type PlainTypeName = Exclude<TypeName, 'choice' | 'options'>;
const FULL_NAME: Field = {
  place: { in: 'contact', sql: `NULLIF(CONCAT_WS(' ', c.first_name, c.last_name), '')`, nullable: true },
  type: { type: 'text' },
};

const subscriber = ({ contactTypes }: Vocabulary): ReadonlyMap<string, Field> => {
  const choices: Readonly<Record<string, readonly string[]>> = {
    statuses: CONTACT_STATUSES,
    contact_types: contactTypes,
  };
  return new Map(
    FIELDS.filter(({ filter }) => filter !== null).flatMap(({ name, filter = 'text', isRequired }) => {
      const words = choices[filter ?? ''];
      const type: ValueType = words ? { type: 'choice', choices: words } : { type: filter as PlainTypeName };
      const field: Field = { place: { in: 'contact', sql: `c.${name}`, nullable: isRequired !== true }, type };
      return name === 'last_name'
        ? [
            [name, field],
            ['full_name', FULL_NAME],
          ]
        : [[name, field]];
    }),
  );
};

const CUSTOM_TYPE: Readonly<Record<CustomFieldType, (choices: readonly string[]) => ValueType>> = {
  text: () => ({ type: 'text' }),
  textarea: () => ({ type: 'text' }),
  url: () => ({ type: 'text' }),
  email: () => ({ type: 'email' }),
  number: () => ({ type: 'number' }),
  date: () => ({ type: 'date' }),
  'select-one': (choices) => ({ type: 'choice', choices }),
  radio: (choices) => ({ type: 'choice', choices }),
  checkbox: (choices) => ({ type: 'options', choices }),
};

const custom = ({ customFields }: Vocabulary): ReadonlyMap<string, Field> =>
  new Map(
    customFields.map(({ id, slug, type, options }) => [
      slug,
      { place: { in: 'custom', fieldId: id }, type: CUSTOM_TYPE[type](options ?? []) },
    ]),
  );

const memberships = (of: Membership): ReadonlyMap<string, Field> =>
  new Map([['id', { place: { in: 'membership', of }, type: { type: 'ids' } }]]);

const ACTIVITY: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...CAMPAIGN_ACTIVITIES.map((activity): [string, Field] => [
    activity,
    { place: { in: 'campaign_mails', activity }, type: { type: 'campaigns' } },
  ]),
  ['last_open_at', { place: { in: 'hits', kind: 'open' }, type: { type: 'moment' } }],
  ['last_click_at', { place: { in: 'hits', kind: 'click' }, type: { type: 'moment' } }],
]);

const COMMERCE: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...PURCHASE_FIGURES.map((figure): [string, Field] => [
    figure,
    { place: { in: 'purchases', figure }, type: { type: 'number' } },
  ]),
  ['first_order_at', { place: { in: 'order_moments', end: 'first' }, type: { type: 'moment' } }],
  ['last_order_at', { place: { in: 'order_moments', end: 'last' }, type: { type: 'moment' } }],
  ['purchased_product', { place: { in: 'products' }, type: { type: 'products' } }],
]);

/** As long as the column of event keys. */
const MAX_EVENT_KEY = 190;

/** The entities, and the fields that each of them has; any text may be the key of an event. */
const ENTITIES: Readonly<Record<string, (vocabulary: Vocabulary) => ReadonlyMap<string, Field> | 'event_keys'>> = {
  subscriber,
  custom,
  tags: () => memberships('tags'),
  lists: () => memberships('lists'),
  companies: () => memberships('companies'),
  activity: () => ACTIVITY,
  events: () => 'event_keys',
  commerce: () => COMMERCE,
};

/** @returns what is wrong with the entity (0) or the field (1), if anything is. */
export function fieldOf(
  [entity, name]: readonly [entity: string, field: string],
  vocabulary: Vocabulary,
): Field | { readonly position: 0 | 1; readonly fault: string } {
  const fieldsOf = Object.hasOwn(ENTITIES, entity) ? ENTITIES[entity] : undefined;
  if (!fieldsOf) return { position: 0, fault: `must be one of: ${Object.keys(ENTITIES).join(', ')}` };
  const fields = fieldsOf(vocabulary);
  if (fields === 'event_keys') {
    const key = name.trim();
    return key !== '' && Array.from(key).length <= MAX_EVENT_KEY
      ? { place: { in: 'events', key }, type: { type: 'occurrences' } }
      : { position: 1, fault: `must be an event key of at most ${MAX_EVENT_KEY} characters` };
  }
  const field = fields.get(name);
  if (field) return field;
  // There may be hundreds of custom fields.
  const reason = entity === 'custom' ? 'is not a custom field' : `must be one of: ${[...fields.keys()].join(', ')}`;
  return { position: 1, fault: reason };
}
