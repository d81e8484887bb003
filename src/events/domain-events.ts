import { CAMPAIGN_EVENTS, type InternalCampaignEvents } from './campaign.events.js';
import { COMMERCE_EVENTS } from './commerce.events.js';
import type { CompanyEvents } from './company.events.js';
import { CONTACT_EVENTS, type InternalContactEvents } from './contact.events.js';
import { EMAIL_EVENTS, type InternalEmailEvents } from './email.events.js';
import { FUNNEL_EVENTS, type InternalFunnelEvents } from './funnel.events.js';
import type { TypeOf } from './schema.js';
import type { WebhookEvents } from './webhook.events.js';

/** The catalogue of the specification, in its order: what webhooks and readers of the event log may know. */
export const PUBLIC_EVENTS = {
  ...CONTACT_EVENTS,
  ...EMAIL_EVENTS,
  ...CAMPAIGN_EVENTS,
  ...FUNNEL_EVENTS,
  ...COMMERCE_EVENTS,
};
export type PublicEventName = keyof typeof PUBLIC_EVENTS;
export const PUBLIC_EVENT_NAMES: readonly PublicEventName[] = Object.keys(PUBLIC_EVENTS) as PublicEventName[];

type PublicEventMap = { readonly [Name in PublicEventName]: TypeOf<(typeof PUBLIC_EVENTS)[Name]> };

/** Everything that modules tell each other. */
export type DomainEventMap = PublicEventMap &
  InternalContactEvents &
  CompanyEvents &
  InternalEmailEvents &
  InternalCampaignEvents &
  InternalFunnelEvents &
  WebhookEvents;
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
    /** The request that it goes back to; absent where nobody has to know. */
    readonly requestId?: string | null;
  };
}[Name];
