import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { IANAZone } from 'luxon';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import { mainZoneOf } from './country-zones.js';
import { wallClockIn } from '../lifecycle/schedule-plan.js';

/** Returns the contact's send time in the range: stable per contact, and evenly distributed over all contacts. */
export function momentInRange(campaignId: number, contactId: number, from: Date, until: Date): Date {
  const digest = createHash('sha256').update(`send-time:${campaignId}:${contactId}`).digest();
  const place = digest.readUIntBE(0, 6) / 2 ** 48;
  return new Date(from.getTime() + Math.floor(place * (until.getTime() - from.getTime())));
}

interface ContactLocation {
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

/** Slug of the custom field with the time zone of a contact. */
const ZONE_FIELD = 'timezone';

@Injectable()
export class SendTimes {
  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  /** Returns the send time by contact id; contacts without one get the email as soon as possible. */
  async of(tx: Tx, campaign: Campaign, contactIds: readonly number[]): Promise<ReadonlyMap<number, Date>> {
    const { id, scheduledAt, scheduledUntil, settings } = campaign;
    if (scheduledAt === null || contactIds.length === 0) return new Map();
    if (settings.sending_type === 'range_schedule' && scheduledUntil !== null)
      return new Map(contactIds.map((contact) => [contact, momentInRange(id, contact, scheduledAt, scheduledUntil)]));
    if (settings.sending_type !== 'timezone') return new Map();
    const { timeZone } = this.config;
    const known = await this.locations(tx, contactIds);
    // Many contacts share few zones.
    const moments = new Map<string, Date>();
    return new Map(
      contactIds.map((contact) => {
        const zone = zoneOf(known.get(contact) ?? { timezone: null, country: null }, timeZone);
        const moment = moments.get(zone) ?? momentInZone(scheduledAt, zone, timeZone);
        moments.set(zone, moment);
        return [contact, moment];
      }),
    );
  }

  private async locations(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, ContactLocation>> {
    const rows = await tx.query<ContactLocation & { readonly id: number }>(
      `SELECT c.id, c.country, v.value AS timezone
         FROM contacts c
         LEFT JOIN custom_fields f ON f.slug = :slug
         LEFT JOIN contact_custom_values v ON v.contact_id = c.id AND v.field_id = f.id
        WHERE c.id IN (:ids)`,
      { ids, slug: ZONE_FIELD },
    );
    return new Map(rows.map(({ id, timezone, country }) => [id, { timezone, country }]));
  }
}
