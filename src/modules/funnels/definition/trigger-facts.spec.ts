import { Ajv2020 } from 'ajv/dist/2020.js';
import type { StoredEvent } from '../../../events/domain-events.js';
import { NATIVE_TRIGGERS } from './trigger-catalog.js';
import { firedNamesOf, type TriggerEvent, factOf } from './trigger-facts.js';

const contact = {
  ...{ id: 42, email: 'ada@example.com', first_name: 'Ada', last_name: null },
  ...{ status: 'subscribed', created_at: '2027-01-02 03:04:05' },
} as const;
const item = {
  ...{
    external_id: 'SKU-7',
    title: 'Tea pot',
    quantity: 1,
    price: 59.9,
    name: 'Tea pot',
    unit_price: 59.9,
    total: 59.9,
  },
  ...{ sku: null, url: null, image_url: null, options: {}, meta: {} },
};
const order = {
  ...{ id: 501, external_id: 'A-1001', provider: 'shop', contact_id: 42, status: 'completed', currency: 'EUR' },
  ...{ total: 79.9, refunded: 0, items: [item, { ...item, external_id: null }], source_updated_at: null },
  ...{
    ordered_at: '2027-01-02T03:04:05.678Z',
    created_at: '2027-01-02T03:04:05.678Z',
    updated_at: '2027-01-02T03:04:05.678Z',
  },
} as const;

function factAndPayload(type: TriggerEvent, data: object) {
  const event = { id: 1, position: 1, uid: 'x', occurredAt: new Date(0), type, data } as unknown;
  const { dataFor, ...rest } = factOf(event as StoredEvent<TriggerEvent>);
  return { ...rest, payload: dataFor({}) };
}

describe('facts of order events', () => {
  it.each<[TriggerEvent, string, object]>([
    ['commerce.order_created', 'order_created', {}],
    ['commerce.order_completed', 'order_completed', {}],
    ['commerce.order_refunded', 'order_refunded', { refund: { id: 31, amount: 20 } }],
  ])('%s is %s, with the products that the shop can name', (type, name, more) => {
    expect(factAndPayload(type, { contact, order, ...more })).toEqual({
      contactId: 42,
      fact: { name, total: 79.9, product_ids: ['SKU-7'], provider: 'shop' },
      payload: { order },
    });
  });
});

describe('the Liquid object `trigger`', () => {
  const label = { id: 3, title: 'Newsletter', slug: 'newsletter' };
  const event = { id: 12, event_key: 'seen', title: 'Seen', value: null, counter: 3 };

  it.each<[TriggerEvent, object]>([
    ['contact.created', {}],
    ['contact.list_added', { lists: [label] }],
    ['contact.list_removed', { lists: [label] }],
    ['contact.tag_added', { tags: [label] }],
    ['contact.tag_removed', { tags: [label] }],
    ['contact.status_changed', { old_status: 'pending', new_status: 'subscribed' }],
    ['contact.event_tracked', { event }],
    ['commerce.order_created', { order }],
    ['commerce.order_completed', { order }],
    ['commerce.order_refunded', { order, refund: { id: 31, amount: 20 } }],
  ])('after %s is what the catalogue says: every member of it and no other', (type, data) => {
    const { fact, payload } = factAndPayload(type, { contact, ...data });
    const names = firedNamesOf(fact) as (keyof typeof NATIVE_TRIGGERS)[];
    for (const name of names) {
      const schema = NATIVE_TRIGGERS[name].payload;
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      expect({ name, holds: ajv.validate(schema, payload), errors: ajv.errors }).toMatchObject({ name, errors: null });
      expect(Object.keys(schema['properties'] as object)).toEqual(Object.keys(payload));
    }
  });
});
