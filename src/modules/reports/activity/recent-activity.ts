import type { StoredEvent } from '../../../events/domain-events.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import type { ActivityType } from './dto/activity.shapes.js';

/** The type of activity by its event. */
export const RECENT_EVENTS = {
  'email.opened': 'opened',
  'email.clicked': 'clicked',
  'email.unsubscribed': 'unsubscribed',
  'contact.event_tracked': 'event_tracked',
  'commerce.order_created': 'order_created',
} as const satisfies Record<string, ActivityType>;
type RecentEventName = keyof typeof RECENT_EVENTS;

type Listed<Event> = Event extends StoredEvent ? Pick<Event, 'id' | 'type' | 'data' | 'occurredAt'> : never;
export type RecentEvent = Listed<StoredEvent<RecentEventName>>;

/** Returns what happened, and by whom. The URL of a click is read from its link: the one in the event has values of the recipient. */
export function recentActivity(event: RecentEvent) {
  const type = RECENT_EVENTS[event.type];
  const activity = (
    contactId: number | null,
    detail: Readonly<Record<string, unknown>>,
    moment = '',
    linkId: number | null = null,
    // An open or click may be recorded later than it happened.
  ) => ({ type, at: parseTimestamp(moment) ?? event.occurredAt, contactId, linkId, detail });
  switch (event.type) {
    case 'email.opened': {
      const { email } = event.data;
      return activity(email.contact_id, mail(email), email.opened_at);
    }
    case 'email.clicked': {
      const { email } = event.data;
      return activity(email.contact_id, mail(email), email.clicked_at, email.link_id);
    }
    case 'email.unsubscribed': {
      const { email } = event.data;
      return activity(email.contact_id, { ...mail(email), method: email.method }, email.unsubscribed_at);
    }
    case 'contact.event_tracked': {
      const { contact, event: tracked } = event.data;
      return activity(contact.id, { event_key: tracked.event_key, title: tracked.title });
    }
    case 'commerce.order_created': {
      const { contact, order } = event.data;
      return activity(contact.id, { order_id: order.id, total: order.total, currency: order.currency });
    }
  }
}

interface Mail {
  readonly id: number;
  readonly campaign_id: number | null;
  readonly funnel_id: number | null;
}

const mail = ({ id, campaign_id, funnel_id }: Mail) => ({ email_id: id, campaign_id, funnel_id });
