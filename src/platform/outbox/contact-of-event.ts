import type { DomainEventMap, EventName } from '../../events/domain-events.js';

interface AboutContact {
  readonly contact?: { readonly id: number };
  readonly email?: { readonly contact_id: number | null };
  readonly revenue?: { readonly contact_id: number | null };
  readonly contact_id?: number | null;
}

/** Finds the events of a contact, most of which have an email, order, or funnel as subject. */
export function contactOf(data: DomainEventMap[EventName]): number | null {
  const about = data as AboutContact;
  return about.contact?.id ?? about.email?.contact_id ?? about.revenue?.contact_id ?? about.contact_id ?? null;
}

/** The campaign of an email event, for the latest events of a campaign. */
export function campaignOf(data: DomainEventMap[EventName]): number | null {
  const about = data as {
    readonly email?: { readonly campaign_id: number | null };
    readonly campaign_id?: number | null;
  };
  return about.email?.campaign_id ?? about.campaign_id ?? null;
}
