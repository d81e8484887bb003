import { CAMPAIGN_EVENTS, type InternalCampaignEvents } from './campaign.events.js';
import { COMMERCE_EVENTS } from './commerce.events.js';
import { CONTACT_EVENTS, type InternalContactEvents } from './contact.events.js';
import { EMAIL_EVENTS, FEED_EMAIL_EVENTS, type InternalEmailEvents } from './email.events.js';
import { FUNNEL_EVENTS, type InternalFunnelEvents } from './funnel.events.js';
import { SEGMENT_EVENTS } from './segment.events.js';
import { type TypeOf, integer, nullable, object, oneOf, text } from '../shapes/shape.js';

const STATES = ['normal', 'throttled', 'quarantined'] as const;

export const SENDER_EVENTS = {
  'sender.destination_changed': object(
    {
      sender_id: nullable(integer(3, 'Null for the mail server of SMTP_URL')),
      destination: object({
        provider: text('google', 'The mailbox provider: a name, or the domain of its mail hosts'),
        state: oneOf([...STATES], '`throttled`: emails leave more slowly. `quarantined`: only probes leave'),
        previous_state: oneOf([...STATES]),
        reason: text('google refuses emails: 550 5.7.26 unauthenticated', 'Why, in words'),
        code: nullable(text('5.7.26', 'The status code of the answer; null without one')),
        advice: nullable(text('Make SPF and DKIM pass and align with the From domain.', 'What to do')),
      }),
    },
    'The delivery of a sender to a mailbox provider became slower, stopped, or recovered.',
  ),
};

export interface CompanyEvents {
  /** Internal: removes the memberships of a deleted company in batches. */
  'company.deleted': { readonly id: number };
}

export interface WebhookEvents {
  /** Internal: parked or finished deliveries of this webhook may be due now. */
  'webhook.resumed': { readonly webhook_id: number };
  /** Internal: the replay of this webhook reached the end of the log; later events are delivered live. */
  'webhook.caught_up': { readonly webhook_id: number };
}

/** The public event types in the order of the specification: available to webhooks and the event log. */
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

/** Event types of the event log that webhooks cannot subscribe to. */
const FEED_EVENTS = { ...SENDER_EVENTS, ...FEED_EMAIL_EVENTS, ...SEGMENT_EVENTS };
type FeedEventName = keyof typeof FEED_EVENTS;

type FeedEventMap = { readonly [Name in FeedEventName]: TypeOf<(typeof FEED_EVENTS)[Name]> };

export type LoggedEventName = PublicEventName | FeedEventName;
export const LOGGED_EVENT_NAMES: readonly LoggedEventName[] = [
  ...PUBLIC_EVENT_NAMES,
  ...(Object.keys(FEED_EVENTS) as FeedEventName[]),
];

/** All events that modules exchange. */
export type DomainEventMap = PublicEventMap &
  FeedEventMap &
  InternalContactEvents &
  CompanyEvents &
  InternalEmailEvents &
  InternalCampaignEvents &
  InternalFunnelEvents &
  WebhookEvents;
export type EventName = keyof DomainEventMap;

/** Listed because types of internal events do not exist at run time; the compiler reports a missing one. */
const INTERNAL_EVENTS: Readonly<Record<Exclude<EventName, LoggedEventName>, true>> = {
  'contact.event_tracked': true,
  'contact.optin_requested': true,
  'contact.merged': true,
  'contact.erased': true,
  'contact.tracking_forgotten': true,
  'contact.job_queued': true,
  'list.deleted': true,
  'tag.deleted': true,
  'company.deleted': true,
  'email.machine_hit': true,
  'email.reclassified': true,
  'email.failed': true,
  'sending.blocked': true,
  'sending.restored': true,
  'campaign.started': true,
  'funnel.add_requested': true,
  'funnel.removal_requested': true,
  'funnel.triggered': true,
  'webhook.caught_up': true,
  'webhook.resumed': true,
};
export const EVENT_NAMES: ReadonlySet<string> = new Set([...LOGGED_EVENT_NAMES, ...Object.keys(INTERNAL_EVENTS)]);

/** An event as the relay delivers it. `data` is a snapshot of the moment it happened, never an entity. */
export type StoredEvent<Name extends EventName = EventName> = {
  [N in Name]: {
    readonly id: number;
    /** The position in the global event order. Readers page by it because ids become visible out of order. */
    readonly position: number;
    readonly uid: string;
    readonly type: N;
    readonly data: DomainEventMap[N];
    readonly occurredAt: Date;
    /** The request that caused the event; absent where it is not tracked. */
    readonly requestId?: string | null;
    /** Of a silent import or bulk action. */
    readonly silent?: boolean;
  };
}[Name];
