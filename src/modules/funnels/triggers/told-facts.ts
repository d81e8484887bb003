import type { StoredEvent } from '../../../events/domain-events.js';
import type { TriggerFact } from '../definition/trigger-facts.js';

/** The events that funnels may begin with. */
export const TELLING_EVENTS = [
  'contact.created',
  'contact.list_added',
  'contact.list_removed',
  'contact.tag_added',
  'contact.tag_removed',
  'contact.status_changed',
  'contact.event_tracked',
  'commerce.order_created',
  'commerce.order_completed',
  'commerce.order_refunded',
  'funnel.triggered',
] as const;
export type TellingEvent = (typeof TELLING_EVENTS)[number];

/** Something that a contact did, as triggers see it. */
export interface ToldFact {
  readonly contactId: number;
  readonly fact: TriggerFact;
  /** What the texts of the funnel may speak of, as the catalogue of triggers promises it. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export function toldBy(event: StoredEvent<TellingEvent>): ToldFact {
  switch (event.type) {
    case 'contact.created':
      return { contactId: event.data.contact.id, fact: { name: 'contact_created' }, payload: {} };
    case 'contact.list_added':
    case 'contact.list_removed': {
      const lists = event.data.lists.map(({ id }) => id);
      const name = event.type === 'contact.list_added' ? 'list_applied' : 'list_removed';
      return { contactId: event.data.contact.id, fact: { name, lists }, payload: { lists } };
    }
    case 'contact.tag_added':
    case 'contact.tag_removed': {
      const tags = event.data.tags.map(({ id }) => id);
      const name = event.type === 'contact.tag_added' ? 'tag_applied' : 'tag_removed';
      return { contactId: event.data.contact.id, fact: { name, tags }, payload: { tags } };
    }
    case 'contact.status_changed': {
      const { contact, old_status: from, new_status: to } = event.data;
      return { contactId: contact.id, fact: { name: 'status_changed', from, to }, payload: { from, to } };
    }
    case 'contact.event_tracked': {
      const { contact, event: tracked } = event.data;
      const { event_key, title, value, counter } = tracked;
      return {
        contactId: contact.id,
        fact: { name: 'event_tracked', event_key, title, counter },
        payload: { event_key, title, value, counter },
      };
    }
    case 'commerce.order_created':
    case 'commerce.order_completed':
    case 'commerce.order_refunded': {
      const { contact, order } = event.data;
      const { id: order_id, external_id, provider, status, total, currency } = order;
      const product_ids = order.items.flatMap((item) => item.external_id ?? []);
      return {
        contactId: contact.id,
        fact: { name: ORDER_FACT[event.type], total, product_ids, provider },
        payload: { order_id, external_id, provider, status, total, currency, product_ids },
      };
    }
    case 'funnel.triggered': {
      const { contact_id: contactId, trigger_name, payload } = event.data;
      return { contactId, fact: { name: 'fired', trigger_name, payload }, payload };
    }
  }
}

const ORDER_FACT = {
  'commerce.order_created': 'order_created',
  'commerce.order_completed': 'order_completed',
  'commerce.order_refunded': 'order_refunded',
} as const;
