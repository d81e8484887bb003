import type { DomainEventMap, EventName } from '../../events/domain-events.js';

/** Where the kinds of events say which contact they are about; the others are about none. */
interface AboutContact {
  readonly contact?: { readonly id: number };
  readonly email?: { readonly contact_id: number | null };
  readonly revenue?: { readonly contact_id: number | null };
  readonly contact_id?: number | null;
}

/** By it the events of a person are found: most of them have a mail, an order or a funnel for their subject. */
export function contactOf(data: DomainEventMap[EventName]): number | null {
  const about = data as AboutContact;
  return about.contact?.id ?? about.email?.contact_id ?? about.revenue?.contact_id ?? about.contact_id ?? null;
}

/** The campaign of whose emails it tells: what happened last to one is found by it. */
export function campaignOf(data: DomainEventMap[EventName]): number | null {
  const about = data as {
    readonly email?: { readonly campaign_id: number | null };
    readonly campaign_id?: number | null;
  };
  return about.email?.campaign_id ?? about.campaign_id ?? null;
}
