import { createHash } from 'node:crypto';
import { IANAZone } from 'luxon';
import { mainZoneOf } from './country-zones.js';
import { wallClockIn } from '../lifecycle/wall-clock.js';

/** Returns the contact's send time in the range: stable per contact, and evenly distributed over all contacts. */
export function momentInRange(campaignId: number, contactId: number, from: Date, until: Date): Date {
  const digest = createHash('sha256').update(`send-time:${campaignId}:${contactId}`).digest();
  const place = digest.readUIntBE(0, 6) / 2 ** 48;
  return new Date(from.getTime() + Math.floor(place * (until.getTime() - from.getTime())));
}

export interface ContactLocation {
  /** Value of the contact's field `timezone`, not validated. */
  readonly timezone: string | null;
  readonly country: string | null;
}

/** Returns the time zone of a contact, as far as it is known. */
export function zoneOf({ timezone, country }: ContactLocation, timeZone: string): string {
  const own = timezone?.trim() ?? '';
  // Offsets would be accepted as zones, and names can have any case.
  if (/^[a-z]+(\/[a-z0-9_+-]+)*$/i.test(own) && IANAZone.isValidZone(own)) return own;
  return (country === null ? null : mainZoneOf(country)) ?? timeZone;
}

/** Returns when the contact's local time equals the installation's local time at `at`. */
export function momentInZone(at: Date, contactZone: string, timeZone: string): Date {
  return wallClockIn(at, IANAZone.create(timeZone), IANAZone.create(contactZone));
}
