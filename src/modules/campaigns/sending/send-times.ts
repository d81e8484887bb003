import { createHash } from 'node:crypto';
import { IANAZone } from 'luxon';
import { mainZoneOf } from './country-zones.js';
import { wallClockIn } from './wall-clock.js';

/**
 * A moment in the range that is this contact's: the same whenever it is asked, and spread evenly over all contacts.
 */
export function momentInRange(campaignId: number, contactId: number, from: Date, until: Date): Date {
  const digest = createHash('sha256').update(`send-time:${campaignId}:${contactId}`).digest();
  const place = digest.readUIntBE(0, 6) / 2 ** 48;
  return new Date(from.getTime() + Math.floor(place * (until.getTime() - from.getTime())));
}

/** What is known about where a contact is. */
export interface Whereabouts {
  /** What stands in the contact's own field `timezone`; anything. */
  readonly timezone: string | null;
  readonly country: string | null;
}

/** The zone that a contact lives in, as far as that is known. */
export function zoneOf({ timezone, country }: Whereabouts, timeZone: string): string {
  const own = timezone?.trim() ?? '';
  // Offsets would pass for zones, and names may be typed in any case.
  if (/^[a-z]+(\/[a-z0-9_+-]+)*$/i.test(own) && IANAZone.isValidZone(own)) return own;
  return (country === null ? null : mainZoneOf(country)) ?? timeZone;
}

/** When the contact's clock shows what the installation's shows at `at`. */
export function momentInZone(at: Date, contactZone: string, timeZone: string): Date {
  return wallClockIn(at, IANAZone.create(timeZone), IANAZone.create(contactZone));
}
