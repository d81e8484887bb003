import { written } from '../../../platform/shapes/written.js';
import { type Page, page, pageOf } from '../../../platform/http/page.js';
import { customFieldOf, customFieldShape } from '../../custom-fields/dto/custom-field.shapes.js';
import type { CustomValueMap } from '../../custom-fields/custom-values.service.js';
import { contactCompanyOf, contactCompanyShape } from '../companies/dto/company-members.shapes.js';
import { type CatalogEntry, type CONTACT_FIELDS, FIELDS } from '../contact/contact-field-catalog.js';
import { fullName, toApiValue } from '../contact/contact-fields.js';
import type { WrittenContact } from '../writing/contact-writer.service.js';
import type { ContactView, ShownContact } from '../listing/contacts.queries.js';
import type { OneContact } from '../listing/one-contact.queries.js';
import type { CreatedOrUpdated } from '../contacts.service.js';
import * as s from '../../../shapes/shape.js';

const labelShape = s.component('LabelResponse', {
  id: s.integer(1),
  title: s.text('Newsletter'),
  slug: s.text('newsletter'),
});

const contactStatsShape = s.component('ContactStatsResponse', {
  emails: s.integer(12, 'Emails sent to the contact'),
  opens: s.integer(9, 'Emails opened by a human'),
  clicks: s.integer(4, 'Emails with a click by a human'),
});

const subscriptionShape = s.component('ContactSubscriptionResponse', {
  list_id: s.integer(1),
  title: s.text('Newsletter'),
  public_name: s.nullable(s.text('Product news', 'Name that the contact sees; null for the title')),
  state: s.oneOf(['subscribed', 'pending', 'unsubscribed'], 'Only `subscribed` contacts are in `lists` and get emails'),
  changed_at: s.sqlTime(),
});

const commerceStatShape = s.component('CommerceStatResponse', {
  orders_count: s.integer(2),
  total_spent: s.decimal(99.8, 'Sum of all orders, less refunds'),
  average_order_value: s.decimal(49.9, '`total_spent` / `orders_count`'),
  currency: s.nullable(s.text('EUR', 'The currency with the most orders, if there are several; null without orders')),
  first_order_at: s.nullable(s.text('2026-01-02 03:04:05', 'Null without orders')),
  last_order_at: s.nullable(s.text('2026-01-31 09:30:00', 'Null without orders')),
  refunded_total: s.decimal(20, 'Sum of all refunds'),
});

type OnTheWire<Value> = Value extends Date ? string : Value;
type Catalog = typeof CONTACT_FIELDS;
type ShownFields = {
  readonly [Member in keyof ShownContact as Catalog[Member]['name']]: OnTheWire<ShownContact[Member]>;
};

/** Listed last. */
const LAST: readonly string[] = ['created_at', 'updated_at'];
const FIRST_FIELDS = FIELDS.filter(({ shown, name }) => shown !== null && !LAST.includes(name));
const LAST_FIELDS = FIELDS.filter(({ name }) => LAST.includes(name));
const FULL_NAME = s.text('Ada Lovelace', 'First and last name; empty if both are unknown');

const shapesOf = (fields: readonly CatalogEntry[]): Readonly<Record<string, s.Schema<unknown>>> =>
  Object.fromEntries(
    fields.flatMap(({ name, example, shown }): [name: string, shape: s.Schema<unknown>][] => [
      [name, shown ?? s.nullable(s.text(example))],
      ...(name === 'last_name' ? [['full_name', FULL_NAME] as [string, s.Schema<unknown>]] : []),
    ]),
  );

const RELATED = {
  tags: s.list(labelShape),
  lists: s.list(labelShape),
  custom_values: s.optional(
    s.json<CustomValueMap>({
      type: 'object',
      additionalProperties: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      description: 'Values by field slug, if requested; an array for checkboxes, otherwise text',
      examples: [{ favorite_color: 'red', interests: ['tea', 'engines'] }],
    }),
  ),
  stats: s.optional(s.described(contactStatsShape, 'Only with `with[]=stats`')),
  companies: s.optional(s.list(contactCompanyShape, 'With `with[]=companies`; the primary one first')),
  subscriptions: s.optional(
    s.list(subscriptionShape, 'Only with `with[]=subscriptions`; lists that are subscriptions'),
  ),
  commerce_stat: s.optional(s.described(commerceStatShape, 'Only with `with[]=commerce_stat`')),
};

export type ContactResponse = ShownFields & { readonly full_name: string } & s.ObjectOf<typeof RELATED>;
export const contactShape: s.Schema<ContactResponse> = s.json(
  s.component('ContactResponse', { ...shapesOf(FIRST_FIELDS), ...RELATED, ...shapesOf(LAST_FIELDS) }),
);

export const contactOf = (view: ContactView): ContactResponse => {
  const { contact, labels, customValues, stats, companies, commerceStat, subscriptions } = view;
  return {
    ...wireFields(contact, FIRST_FIELDS),
    tags: labels.tag,
    lists: labels.list,
    custom_values: customValues,
    stats,
    companies: companies?.map(contactCompanyOf),
    subscriptions: subscriptions?.map((each) => written(subscriptionShape, each)),
    commerce_stat: commerceStat,
    ...wireFields(contact, LAST_FIELDS),
  } as unknown as ContactResponse;
};

export const contactFieldsOf = (contact: ShownContact): Record<string, unknown> =>
  wireFields(contact, [...FIRST_FIELDS, ...LAST_FIELDS]);

function wireFields(contact: ShownContact, fields: readonly CatalogEntry[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, member } of fields) {
    values[name] = toApiValue(contact[member as keyof ShownContact]);
    if (name === 'last_name') values['full_name'] = fullName(contact);
  }
  return values;
}

/** A page of contacts; the page is the top-level object of the response. */
export const contactsPageShape = page('ContactsPage', contactShape);

export const contactsPageOf = (found: Page<ContactView>, url: string) => pageOf(found, url, contactOf);

const definitionShape = s.component('DefinitionResponse', customFieldShape.properties);

export const oneContactShape = s.component('OneContactResponse', {
  subscriber: contactShape,
  custom_fields: s.optional(s.list(definitionShape, 'Only with `with[]=custom_fields`')),
});

export const oneContactOf = ({ view, customFields }: OneContact) => ({
  subscriber: contactOf(view),
  custom_fields: customFields?.map(customFieldOf),
});

export const contactCreatedShape = s.component('ContactCreatedResponse', {
  message: s.text('Successfully added the subscriber.'),
  contact: contactShape,
  action_type: s.oneOf(['created', 'updated'], '`updated`: it existed', 'created'),
  suppressed: s.optional(s.flag('True if the address is suppressed, regardless of the status; omitted otherwise')),
});

export const contactCreatedOf = (written: CreatedOrUpdated) => ({
  message: written.action === 'created' ? 'Successfully added the subscriber.' : 'Subscriber successfully updated',
  contact: contactOf(written),
  action_type: written.action,
  suppressed: written.suppressed ? true : undefined,
});

export const contactUpdatedShape = s.component('ContactUpdatedResponse', {
  message: s.text('Subscriber successfully updated'),
  contact: contactShape,
  isDirty: s.flag('Whether any stored value changed'),
});

export const contactUpdatedOf = (written: WrittenContact) => ({
  message: 'Subscriber successfully updated',
  contact: contactOf(written),
  isDirty: written.changed,
});

export const contactDeletedShape = s.component('ContactDeletedResponse', {
  message: s.text('Selected Subscriber has been deleted successfully'),
});
