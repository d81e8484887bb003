import type { StoredEvent } from '../../events/domain-events.js';
import { reporterOf } from '../../events/email.events.js';
import { parseTimestamp } from '../../platform/clock/timestamps.js';
import { toMinor } from '../../platform/money/money.js';
import { originalDomain } from '../../platform/text/erased-address.js';
import { localTime } from '../../platform/clock/local-time.js';
import type { Count, Counter, Deltas, ReasonKind } from './counters.js';

/** The events that change a counter. */
export const COUNTED_EVENTS = [
  'contact.created',
  'contact.deleted',
  'contact.status_changed',
  'contact.event_tracked',
  'contact.list_added',
  'contact.list_removed',
  'contact.tag_added',
  'contact.tag_removed',
  'commerce.revenue_recorded',
  'email.sent',
  'email.opened',
  'email.clicked',
  'email.bounced',
  'email.spam_complaint',
  'email.unsubscribed',
  'email.machine_hit',
  'email.reclassified',
  'email.failed',
] as const;
export type CountedEventName = (typeof COUNTED_EVENTS)[number];

/** The part of an event that counting needs, so that a rebuild reads less. */
type Countable<Event> = Event extends StoredEvent ? Pick<Event, 'type' | 'data' | 'occurredAt'> : never;
export type CountedEvent = Countable<StoredEvent<CountedEventName>>;

interface Subject {
  readonly campaign_id: number | null;
  readonly contact_id: number | null;
  /** Absent from events that are older than funnels. */
  readonly sequence_id?: number | null;
  /** The email address; absent from internal events, null after an erasure. */
  readonly to?: string | null;
  /** Absent from events that are older than single emails. */
  readonly source?: { readonly type: string } | undefined;
}

const COUNTER_OF_STATUS: Readonly<Record<string, Counter>> = {
  unsubscribed: 'unsubscribed_contacts',
  bounced: 'bounced_contacts',
  complained: 'complained_contacts',
};

/** Maximum length of a reason. */
const REASON_LENGTH = 190;

/**
 * Returns the counts of an event on the local day on which it happened: an email counts on the day it was sent, its
 * opens on the days of the opens. A pure function of the event, so a rebuild gives the same result.
 */
export function countEvent(event: CountedEvent, timeZone: string): readonly Count[] {
  const on = (moment: string | null, subject: Subject, deltas: Deltas): Count => ({
    at: localTime((moment === null ? null : parseTimestamp(moment)) ?? event.occurredAt, timeZone),
    ...ownersOf(subject),
    deltas,
  });
  switch (event.type) {
    case 'email.sent':
      return [on(event.data.email.sent_at, event.data.email, sentOnce(event.data.email))];
    case 'email.opened':
      return [on(event.data.email.opened_at, event.data.email, { opened: 1 })];
    case 'email.clicked': {
      const { clicked_at, first_click } = event.data.email;
      return [on(clicked_at, event.data.email, first_click ? { clicked: 1 } : {})];
    }
    case 'email.bounced': {
      const { bounced_at, bounce_type, code } = event.data.email;
      // Refused at the recipient: there was no `email.sent` event, but the email counts as sent.
      const count = on(bounced_at, event.data.email, {
        ...(reporterOf(event.data.email) === 'smtp' ? sentOnce(event.data.email) : {}),
        bounced: 1,
        ...(event.data.email.tracked === false ? { untracked_bounced: 1 } : {}),
      });
      return [count, because(count, bounce_type === 'hard' ? 'hard_bounce' : 'soft_bounce', code)];
    }
    case 'email.spam_complaint': {
      const { complained_at } = event.data.email;
      const count = on(complained_at, event.data.email, { complained: 1 });
      return [count, because(count, 'complaint', reporterOf(event.data.email))];
    }
    case 'email.unsubscribed': {
      const { unsubscribed_at, reason, method } = event.data.email;
      const count = on(unsubscribed_at, event.data.email, { unsubscribed: 1 });
      return [count, because(count, 'opt_out', reason), because(count, 'opt_out_method', method)];
    }
    case 'email.machine_hit': {
      const { kind, at = null, count = 1 } = event.data;
      return [on(at, event.data, { [kind === 'open' ? 'machine_opens' : 'machine_clicks']: count })];
    }
    case 'email.reclassified': {
      // The first open or click was a machine's; humans have none, or a later one.
      const { first, restated, kind } = event.data;
      const counter = kind === 'open' ? 'opened' : 'clicked';
      const back = on(first, event.data, { [counter]: -1 });
      return restated === null ? [back] : [back, on(restated, event.data, { [counter]: 1 })];
    }
    case 'email.failed':
      return [on(event.data.failed_at, event.data, { failed: 1 })];
    case 'contact.created': {
      const { contact } = event.data;
      const subscribed = contact.status === 'subscribed' ? { new_subscribed: 1 } : {};
      return [on(contact.created_at, contactOnly(contact.id), { new_contacts: 1, ...subscribed })];
    }
    case 'contact.status_changed': {
      const { contact, old_status, new_status } = event.data;
      const gone = COUNTER_OF_STATUS[new_status];
      return [
        on(null, contactOnly(contact.id), {
          ...(new_status === 'subscribed' ? { new_subscribed: 1 } : {}),
          ...(old_status === 'subscribed' ? { left_subscribed: 1 } : {}),
          ...(gone === undefined ? {} : { [gone]: 1 }),
        }),
      ];
    }
    case 'contact.deleted': {
      const { contact } = event.data;
      const left = contact.status === 'subscribed' ? { left_subscribed: 1 } : {};
      return [on(null, contactOnly(contact.id), { deleted_contacts: 1, ...left })];
    }
    case 'contact.event_tracked':
      return [on(null, contactOnly(event.data.contact.id), { tracked_events: 1 })];
    case 'contact.list_added':
    case 'contact.list_removed': {
      const deltas = event.type === 'contact.list_added' ? { added: 1 } : { removed: 1 };
      return event.data.lists.map(({ id }) => ({ ...on(null, NO_SUBJECT, deltas), label: ['list', id] }));
    }
    case 'contact.tag_added':
    case 'contact.tag_removed': {
      const deltas = event.type === 'contact.tag_added' ? { added: 1 } : { removed: 1 };
      return event.data.tags.map(({ id }) => ({ ...on(null, NO_SUBJECT, deltas), label: ['tag', id] }));
    }
    case 'commerce.revenue_recorded': {
      const { recorded_at, currency, ...revenue } = event.data.revenue;
      return [{ ...on(recorded_at, revenue, revenueDeltas(event.data.revenue)), currency }];
    }
  }
}

const sentOnce = ({ tracked }: { readonly tracked?: boolean | undefined }): Deltas => ({
  sent: 1,
  ...(tracked === false ? { untracked_sent: 1 } : {}),
});

function revenueDeltas({
  kind,
  orders,
  amount,
  currency,
  campaign_id,
  funnel_id,
}: StoredEvent<'commerce.revenue_recorded'>['data']['revenue']): Deltas {
  const { minor: revenue, isExact } = toMinor(amount, currency);
  if (!isExact) throw new Error(`${amount} is not a valid amount of ${currency}`);
  return {
    orders,
    revenue,
    ...(kind === 'refund' ? { refunded: -revenue } : {}),
    ...(campaign_id === null ? {} : { campaign_orders: orders, campaign_revenue: revenue }),
    ...(funnel_id === null ? {} : { funnel_orders: orders, funnel_revenue: revenue }),
  };
}

/** Returns an additional count by reason. */
function because({ at, isSingle = false }: Count, kind: ReasonKind, reason: string | null): Count {
  return { at, isSingle, reason: [kind, countedReason(reason)], deltas: { total: 1 } };
}

/** Returns the reason as it is counted; empty if none was given. */
export const countedReason = (reason: string | null): string => (reason ?? '').trim().slice(0, REASON_LENGTH);

const ownersOf = ({ campaign_id, contact_id, sequence_id = null, to = null, source }: Subject) => ({
  campaignId: campaign_id,
  contactId: contact_id,
  stepId: sequence_id,
  domain: originalDomain(to ?? ''),
  isSingle: source?.type === 'single',
});

const NO_SUBJECT: Subject = { campaign_id: null, contact_id: null };
const contactOnly = (id: number): Subject => ({ campaign_id: null, contact_id: id });
