import type { StoredEvent } from '../../../events/domain-events.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { localDay } from '../periods/local-day.js';
import type { Count, Counter } from './counters.js';

/** The events that move a counter. */
export const COUNTED_EVENTS = [
  'contact.created',
  'contact.deleted',
  'contact.status_changed',
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

/** As much of an event as counting needs, so that a rebuild can read less of it. */
type Countable<Event> = Event extends StoredEvent ? Pick<Event, 'type' | 'data' | 'occurredAt'> : never;
export type CountedEvent = Countable<StoredEvent<CountedEventName>>;

interface Subject {
  readonly campaign_id: number | null;
  readonly contact_id: number | null;
  /** Absent from logs of before there were funnels. */
  readonly sequence_id?: number | null;
}

type Owners = Pick<Count, 'campaignId' | 'contactId' | 'stepId'>;

const LEFT_FOR: Readonly<Record<string, Counter>> = {
  unsubscribed: 'unsubscribed_contacts',
  bounced: 'bounced_contacts',
  complained: 'complained_contacts',
};

/**
 * What an event counts as, on the local day of the moment it tells of: a mail counts as sent on the day of sending, its
 * opens on the days of opening. The same event always counts the same, which is what makes a rebuild equal.
 */
export function countEvent(event: CountedEvent, timeZone: string): readonly Count[] {
  if (event.type === 'email.reclassified') return recounted(event.data, timeZone);
  return [countOnce(event, timeZone)];
}

/** A mail that was opened or clicked by nobody, or later than was thought. */
function recounted(
  { first, restated, kind, ...subject }: StoredEvent<'email.reclassified'>['data'],
  timeZone: string,
): Count[] {
  const count = (moment: string, by: number): Count => ({
    day: localDay(new Date(moment), timeZone),
    ...ownersOf(subject),
    counters: [kind === 'open' ? 'opened' : 'clicked'],
    by,
  });
  return [count(first, -1), ...(restated === null ? [] : [count(restated, 1)])];
}

function countOnce(event: Exclude<CountedEvent, { type: 'email.reclassified' }>, timeZone: string): Count {
  const on = (moment: string | null, subject: Subject, ...counters: Counter[]): Count => ({
    day: localDay((moment === null ? null : parseTimestamp(moment)) ?? event.occurredAt, timeZone),
    ...ownersOf(subject),
    counters,
  });
  switch (event.type) {
    case 'email.sent':
      return on(event.data.email.sent_at, event.data.email, 'sent');
    case 'email.opened':
      return on(event.data.email.opened_at, event.data.email, 'opened');
    case 'email.clicked': {
      const { clicked_at, first_click } = event.data.email;
      return on(clicked_at, event.data.email, ...(first_click ? (['clicked'] as const) : []));
    }
    case 'email.bounced': {
      const { bounced_at, source } = event.data.email;
      // Refused by the server at the recipient: it was never announced as sent, but sending it was tried and charged.
      return on(bounced_at, event.data.email, ...(source === 'smtp' ? (['sent'] as const) : []), 'bounced');
    }
    case 'email.spam_complaint':
      return on(event.data.email.complained_at, event.data.email, 'complained');
    case 'email.unsubscribed':
      return on(event.data.email.unsubscribed_at, event.data.email, 'unsubscribed');
    case 'email.machine_hit': {
      const { kind, at = null, count: by = 1 } = event.data;
      return { ...on(at, event.data, kind === 'open' ? 'machine_opens' : 'machine_clicks'), by };
    }
    case 'email.failed':
      return on(event.data.failed_at, event.data, 'failed');
    case 'contact.created': {
      const { contact } = event.data;
      return on(
        contact.created_at,
        contactOnly(contact.id),
        'new_contacts',
        ...(contact.status === 'subscribed' ? (['new_subscribed'] as const) : []),
      );
    }
    case 'contact.status_changed': {
      const { contact, old_status, new_status } = event.data;
      const gone = LEFT_FOR[new_status];
      return on(
        null,
        contactOnly(contact.id),
        ...(new_status === 'subscribed' ? (['new_subscribed'] as const) : []),
        ...(old_status === 'subscribed' ? (['left_subscribed'] as const) : []),
        ...(gone === undefined ? [] : [gone]),
      );
    }
    case 'contact.deleted': {
      const { contact } = event.data;
      return on(
        null,
        contactOnly(contact.id),
        'deleted_contacts',
        ...(contact.status === 'subscribed' ? (['left_subscribed'] as const) : []),
      );
    }
  }
}

const ownersOf = ({ campaign_id, contact_id, sequence_id = null }: Subject): Owners => ({
  campaignId: campaign_id,
  contactId: contact_id,
  stepId: sequence_id,
});

const contactOnly = (id: number): Subject => ({ campaign_id: null, contact_id: id });
