import type { CampaignEvents } from './campaign.events.js';
import type { CompanyEvents } from './company.events.js';
import type { ContactEvents } from './contact.events.js';
import type { EmailEvents } from './email.events.js';
import type { WebhookEvents } from './webhook.events.js';

/** Everything that modules tell each other. The public part of it is what webhooks can subscribe to. */
export type DomainEventMap = ContactEvents & CompanyEvents & EmailEvents & CampaignEvents & WebhookEvents;
export type EventName = keyof DomainEventMap;

/** A fact as the relay hands it out. `data` is a snapshot of the moment it happened, never an entity. */
export type StoredEvent<Name extends EventName = EventName> = {
  [N in Name]: {
    readonly id: number;
    /** The place in the one order of all events; readers page by it because ids become visible out of order. */
    readonly position: number;
    readonly uid: string;
    readonly type: N;
    readonly data: DomainEventMap[N];
    readonly occurredAt: Date;
  };
}[Name];

/** The catalogue of the specification, in its order. Kinds whose module has not landed are subscribable already. */
export const PUBLIC_EVENT_NAMES = [
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'contact.status_changed',
  'contact.tag_added',
  'contact.tag_removed',
  'contact.list_added',
  'contact.list_removed',
  'email.sent',
  'email.opened',
  'email.clicked',
  'email.bounced',
  'email.spam_complaint',
  'email.unsubscribed',
  'campaign.created',
  'campaign.sent',
  'campaign.paused',
  'campaign.resumed',
  'funnel.subscriber_added',
  'funnel.subscriber_completed',
  'funnel.subscriber_exited',
  'funnel.sequence_completed',
  'commerce.order_created',
  'commerce.order_completed',
  'commerce.order_refunded',
  'commerce.revenue_recorded',
] as const;

export type PublicEventName = (typeof PUBLIC_EVENT_NAMES)[number];
