import type { LabelSnapshot } from '../../../events/contact.events.js';
import type { DomainEventMap, EventName, StoredEvent } from '../../../events/domain-events.js';
import type { JsonObject } from '../../../platform/values/json.js';

export type TriggerFact =
  | { readonly name: 'contact_created' }
  | { readonly name: 'list_applied' | 'list_removed'; readonly lists: readonly number[] }
  | { readonly name: 'tag_applied' | 'tag_removed'; readonly tags: readonly number[] }
  | { readonly name: 'status_changed'; readonly from: string | null; readonly to: string }
  | { readonly name: 'event_tracked'; readonly event_key: string; readonly title: string; readonly counter: number }
  | {
      readonly name: 'order_created' | 'order_completed' | 'order_refunded';
      readonly total: number;
      readonly product_ids: readonly string[];
      readonly provider: string;
    }
  | { readonly name: 'segment_entered' | 'segment_left'; readonly segment_id: number }
  | { readonly name: 'fired'; readonly trigger_name: string; readonly payload: Readonly<Record<string, unknown>> };

export function firedNamesOf(fact: TriggerFact): readonly string[] {
  switch (fact.name) {
    case 'fired':
      return [fact.trigger_name];
    case 'order_created':
    case 'order_completed':
      return [fact.name, 'order_received'];
    default:
      return [fact.name];
  }
}

export interface ContactFact {
  readonly contactId: number;
  readonly fact: TriggerFact;
  /** Returns the data of the enrollment, as the trigger catalog describes it. @param wanted settings of a trigger or a wait. */
  readonly dataFor: (wanted: object) => JsonObject;
}

type ToFact<Data> = (data: Data) => ContactFact;

/** Of several labels, the data names the first one that the funnel waits for. */
function oneOf(labels: readonly LabelSnapshot[], wanted: { lists?: readonly number[]; tags?: readonly number[] }) {
  const ids = wanted.lists ?? wanted.tags ?? [];
  return labels.find(({ id }) => ids.includes(id)) ?? labels[0];
}

const aboutLists =
  (name: 'list_applied' | 'list_removed'): ToFact<DomainEventMap['contact.list_added']> =>
  ({ contact, lists: labels }) => {
    const lists = labels.map(({ id }) => id);
    return { contactId: contact.id, fact: { name, lists }, dataFor: (wanted) => ({ list: oneOf(labels, wanted) }) };
  };

const aboutTags =
  (name: 'tag_applied' | 'tag_removed'): ToFact<DomainEventMap['contact.tag_added']> =>
  ({ contact, tags: labels }) => {
    const tags = labels.map(({ id }) => id);
    return { contactId: contact.id, fact: { name, tags }, dataFor: (wanted) => ({ tag: oneOf(labels, wanted) }) };
  };

const aboutOrder =
  (
    name: 'order_created' | 'order_completed' | 'order_refunded',
  ): ToFact<Pick<DomainEventMap['commerce.order_created'], 'contact' | 'order'>> =>
  ({ contact, order }) => {
    const { provider, total } = order;
    const product_ids = order.items.flatMap((item) => item.external_id ?? []);
    return {
      contactId: contact.id,
      fact: { name, total, product_ids, provider },
      dataFor: () => ({ order }),
    };
  };

const aboutSegment =
  (name: 'segment_entered' | 'segment_left'): ToFact<DomainEventMap['segment.entered']> =>
  ({ contact, segment }) => ({
    contactId: contact.id,
    fact: { name, segment_id: segment.id },
    dataFor: () => ({ segment }),
  });

const FACTS = {
  'contact.created': ({ contact }) => ({
    contactId: contact.id,
    fact: { name: 'contact_created' },
    dataFor: () => ({}),
  }),
  'contact.list_added': aboutLists('list_applied'),
  'contact.list_removed': aboutLists('list_removed'),
  'contact.tag_added': aboutTags('tag_applied'),
  'contact.tag_removed': aboutTags('tag_removed'),
  'contact.status_changed': ({ contact, old_status: from, new_status: to }) => ({
    contactId: contact.id,
    fact: { name: 'status_changed', from, to },
    dataFor: () => ({ from, to }),
  }),
  'contact.event_tracked': ({ contact, event: { event_key, title, value, data = null, counter } }) => ({
    contactId: contact.id,
    fact: { name: 'event_tracked', event_key, title, counter },
    dataFor: () => ({ event: { key: event_key, title, value, data, counter } }),
  }),
  'commerce.order_created': aboutOrder('order_created'),
  'commerce.order_completed': aboutOrder('order_completed'),
  'commerce.order_refunded': aboutOrder('order_refunded'),
  'segment.entered': aboutSegment('segment_entered'),
  'segment.left': aboutSegment('segment_left'),
  'funnel.triggered': ({ contact_id: contactId, trigger_name, payload }) => ({
    contactId,
    fact: { name: 'fired', trigger_name, payload },
    dataFor: () => payload,
  }),
} as const satisfies { readonly [Name in EventName]?: ToFact<DomainEventMap[Name]> };

export type TriggerEvent = keyof typeof FACTS;
export const TRIGGER_EVENTS = Object.keys(FACTS) as TriggerEvent[];

export function factOf({ type, data }: StoredEvent<TriggerEvent>): ContactFact {
  return (FACTS[type] as ToFact<unknown>)(data);
}
