import type { CustomField, CustomFieldType } from '../../custom-fields/custom-field.entity.js';
import { type CatalogEntry, FIELDS, withFullName } from '../../contacts/contact/contact-field-catalog.js';
import {
  CONTACT_STATUSES,
  LEFT_STATES,
  type LeftState,
  TRACKING_CONSENTS,
} from '../../contacts/contact/contact-status.js';
import type { TypeName, ValueType } from './value-types.js';
import { CaselessMap } from '../../../platform/text/caseless-map.js';
import { didYouMean, mustBeOneOf } from '../../../platform/text/closest-name.js';

export type Membership = 'tags' | 'lists' | 'companies';

const CAMPAIGN_ACTIVITIES = ['opened', 'clicked', 'received', 'not_opened', 'not_clicked'] as const;
export type CampaignActivity = (typeof CAMPAIGN_ACTIVITIES)[number];

/** Order totals of a contact; 0 without orders. */
const PURCHASE_FIGURES = ['orders_count', 'total_spent', 'average_order_value', 'refunded_total'] as const;
export type PurchaseFigure = (typeof PURCHASE_FIGURES)[number];

/** The location of a field's value. All parts are constants, except the key of an event. */
export type Place =
  | { readonly in: 'contact'; readonly sql: string; readonly nullable: boolean }
  | { readonly in: 'custom'; readonly fieldId: number }
  /** `state`: of subscriptions that are no memberships. */
  | { readonly in: 'membership'; readonly of: Membership; readonly state: LeftState | null }
  | { readonly in: 'campaign_emails'; readonly activity: CampaignActivity }
  | { readonly in: 'tracking_events'; readonly kind: 'open' | 'click' }
  | { readonly in: 'events'; readonly key: string }
  | { readonly in: 'purchases'; readonly figure: PurchaseFigure }
  | { readonly in: 'order_moments'; readonly end: 'first' | 'last' }
  | { readonly in: 'products' };

interface Field {
  readonly place: Place;
  readonly type: ValueType;
}

/** The configuration that determines which rules are valid. */
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
    tracking_consents: TRACKING_CONSENTS,
  };
  const entry = (field: CatalogEntry): [string, Field] => {
    const { name, filter = 'text', isRequired } = field;
    const words = choices[filter ?? ''];
    const type: ValueType = words ? { type: 'choice', choices: words } : { type: filter as PlainTypeName };
    return [name, { place: { in: 'contact', sql: `c.${name}`, nullable: isRequired !== true }, type }];
  };
  const known = FIELDS.filter(({ filter }) => filter !== null);
  return new Map(withFullName(known, entry, ['full_name', FULL_NAME]));
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
  new CaselessMap(
    customFields.map(({ id, slug, type, options }) => [
      slug,
      { place: { in: 'custom', fieldId: id }, type: CUSTOM_TYPE[type](options ?? []) },
    ]),
  );

const memberships = (of: Membership, states: readonly LeftState[] = []): ReadonlyMap<string, Field> => {
  const field = (state: LeftState | null): Field => ({ place: { in: 'membership', of, state }, type: { type: 'ids' } });
  return new Map([['id', field(null)], ...states.map((state) => [state, field(state)] as const)]);
};

const ACTIVITY: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...CAMPAIGN_ACTIVITIES.map((activity): [string, Field] => [
    activity,
    { place: { in: 'campaign_emails', activity }, type: { type: 'campaigns' } },
  ]),
  ['last_open_at', { place: { in: 'tracking_events', kind: 'open' }, type: { type: 'moment' } }],
  ['last_click_at', { place: { in: 'tracking_events', kind: 'click' }, type: { type: 'moment' } }],
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

const MAX_EVENT_KEY = 190;

/** The entities with their fields; any text can be the key of an event. */
const ENTITIES: Readonly<Record<string, (vocabulary: Vocabulary) => ReadonlyMap<string, Field> | 'event_keys'>> = {
  subscriber,
  custom,
  tags: () => memberships('tags'),
  lists: () => memberships('lists', LEFT_STATES),
  companies: () => memberships('companies'),
  activity: () => ACTIVITY,
  events: () => 'event_keys',
  commerce: () => COMMERCE,
};

/** @returns the error of the entity (0) or of the field (1), if there is one. */
export function fieldOf(
  [entity, name]: readonly [entity: string, field: string],
  vocabulary: Vocabulary,
): Field | { readonly position: 0 | 1; readonly fault: string } {
  const fieldsOf = Object.hasOwn(ENTITIES, entity) ? ENTITIES[entity] : undefined;
  if (!fieldsOf) return { position: 0, fault: mustBeOneOf(Object.keys(ENTITIES), entity) };
  const fields = fieldsOf(vocabulary);
  if (fields === 'event_keys') {
    const key = name.trim();
    return key !== '' && Array.from(key).length <= MAX_EVENT_KEY
      ? { place: { in: 'events', key }, type: { type: 'occurrences' } }
      : { position: 1, fault: `must be an event key of at most ${MAX_EVENT_KEY} characters` };
  }
  const field = fields.get(name);
  if (field) return field;
  // Does not list the custom fields: there may be hundreds.
  const names = [...fields.keys()];
  const reason = entity === 'custom' ? `is not a custom field${didYouMean(name, names)}` : mustBeOneOf(names, name);
  return { position: 1, fault: reason };
}
