import type { StoredEvent } from '../../../events/domain-events.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';

/** What contacts do, by the events that tell of it. */
export const RECENT_EVENTS = {
  'email.opened': 'opened',
  'email.clicked': 'clicked',
  'email.unsubscribed': 'unsubscribed',
  'contact.event_tracked': 'event_tracked',
  'commerce.order_created': 'order_created',
} as const;
export type RecentEventName = keyof typeof RECENT_EVENTS;
export type ActivityType = (typeof RECENT_EVENTS)[RecentEventName];

type Told<Event> = Event extends StoredEvent ? Pick<Event, 'id' | 'type' | 'data' | 'occurredAt'> : never;
export type RecentEvent = Told<StoredEvent<RecentEventName>>;

/** One thing that a contact did. */
export interface RecentActivity {
  readonly type: ActivityType;
  readonly at: Date;
  readonly contactId: number | null;
  /** Of a click. Where it led is asked for elsewhere: the fact has it with what the reader's own values made of it. */
  readonly linkId: number | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

export function recentActivity(event: RecentEvent): RecentActivity {
  const type = RECENT_EVENTS[event.type];
  // What a mail was used for may be learned later than it happened.
  const since = (moment: string): Date => parseTimestamp(moment) ?? event.occurredAt;
  switch (event.type) {
    case 'email.opened': {
      const { email } = event.data;
      return { type, at: since(email.opened_at), contactId: email.contact_id, linkId: null, detail: mail(email) };
    }
    case 'email.clicked': {
      const { email } = event.data;
      const at = since(email.clicked_at);
      return { type, at, contactId: email.contact_id, linkId: email.link_id, detail: mail(email) };
    }
    case 'email.unsubscribed': {
      const { email } = event.data;
      const detail = { ...mail(email), method: email.method };
      return { type, at: since(email.unsubscribed_at), contactId: email.contact_id, linkId: null, detail };
    }
    case 'contact.event_tracked': {
      const { contact, event: tracked } = event.data;
      const detail = { event_key: tracked.event_key, title: tracked.title };
      return { type, at: event.occurredAt, contactId: contact.id, linkId: null, detail };
    }
    case 'commerce.order_created': {
      const { contact, order } = event.data;
      const detail = { order_id: order.id, total: order.total, currency: order.currency };
      return { type, at: event.occurredAt, contactId: contact.id, linkId: null, detail };
    }
  }
}

interface Mail {
  readonly id: number;
  readonly campaign_id: number | null;
  readonly funnel_id: number | null;
}

const mail = ({ id, campaign_id, funnel_id }: Mail) => ({ email_id: id, campaign_id, funnel_id });
