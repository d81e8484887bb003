import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import { momentInRange, momentInZone, zoneOf, type ContactLocation } from './send-times.js';

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
