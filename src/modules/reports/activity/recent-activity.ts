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

export interface RecentActivity {
  readonly type: ActivityType;
  readonly at: Date;
  readonly contactId: number | null;
  /** Only for clicks. The URL is read from the link, because the one in the event contains values of the recipient. */
  readonly linkId: number | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

export function recentActivity(event: RecentEvent): RecentActivity {
  const type = RECENT_EVENTS[event.type];
  // An open or click may be recorded later than it happened.
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
