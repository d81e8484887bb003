import { Injectable } from '@nestjs/common';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { Database } from '../../../platform/database/database.js';
import type { Place, PurchaseFigure } from './fields.js';
import type { ReadRow } from './read-filters.js';
import {
  BOUGHT_PRODUCTS,
  eventsWithKey,
  humanTrackingEvents,
  emailsWith,
  MEMBERSHIP_COLUMN,
  membersOf,
  PRODUCT_COLUMN,
  PURCHASED,
  PURCHASES,
} from './sources.js';

/** The value that a row tests, in its API format. */
export type TestedValue = string | number | null | readonly (string | number)[] | Occurrences;

interface Occurrences {
  readonly count: number;
  readonly last_at: string | null;
}

const MAX_IDS = 1_000;

/** Reads the values that rules test, to explain why a contact is in a segment. */
@Injectable()
export class TestedValues {
  constructor(private readonly db: Database) {}

  async of(contactId: number, { place, row }: ReadRow): Promise<TestedValue> {
    switch (place.in) {
      case 'contact':
        return this.one(contactId, `SELECT ${place.sql} AS value FROM contacts c WHERE c.id = :contactId`);
      case 'custom':
        return this.customValue(contactId, place.fieldId, row.source[1]);
      case 'membership':
        return this.ids(contactId, MEMBERSHIP_COLUMN[place.of], membersOf(place));
      case 'campaign_emails':
        return this.ids(contactId, 'm.source_id', emailsWith(place.activity));
      case 'tracking_events':
        return this.one(
          contactId,
          `SELECT MAX(h.occurred_at) AS value FROM ${ofContact(humanTrackingEvents(place.kind))}`,
        );
      case 'events':
        return this.occurrences(contactId, place);
      case 'purchases':
        return this.purchased(contactId, place.figure);
      case 'order_moments':
        return this.one(contactId, `SELECT ${ORDER_MOMENT[place.end]} AS value FROM ${ofContact(PURCHASES)}`);
      case 'products':
        return this.ids<string>(contactId, PRODUCT_COLUMN, BOUGHT_PRODUCTS);
    }
  }

  private async one(contactId: number, sql: string): Promise<string | number | null> {
    const [row] = await this.db.query<{ value: string | number | Date | null }>(sql, { contactId });
    const value = row?.value ?? null;
    return value instanceof Date ? sqlTimestamp(value) : value;
  }

  private async ids<Id extends string | number = number>(contactId: number, id: string, from: string): Promise<Id[]> {
    const rows = await this.db.query<{ value: Id }>(
      `SELECT DISTINCT ${id} AS value FROM ${ofContact(from)} ORDER BY value LIMIT ${MAX_IDS}`,
      { contactId },
    );
    return rows.map(({ value }) => value);
  }

  /** Returns a number; with several currencies, one amount per currency. */
  private async purchased(contactId: number, figure: PurchaseFigure): Promise<number | number[]> {
    const rows = await this.db.query<{ value: number }>(
      figure === 'orders_count'
        ? `SELECT ${PURCHASED[figure]} AS value FROM contacts c WHERE c.id = :contactId HAVING value IS NOT NULL`
        : `SELECT ${PURCHASED[figure]} AS value FROM ${ofContact(PURCHASES)} ORDER BY p.currency`,
      { contactId },
    );
    const values = rows.map(({ value }) => value);
    return values.length > 1 ? values : (values[0] ?? 0);
  }

  private async customValue(contactId: number, fieldId: number, slug: string): Promise<string | string[] | null> {
    const [row] = await this.db.query<{ type: string; value: string }>(
      `SELECT f.type, v.value FROM contact_custom_values v JOIN custom_fields f ON f.id = v.field_id AND f.slug = :slug
        WHERE v.contact_id = :contactId AND v.field_id = :fieldId`,
      { contactId, fieldId, slug },
    );
    if (!row) return null;
    return row.type === 'checkbox' ? (JSON.parse(row.value) as string[]) : row.value;
  }

  private async occurrences(contactId: number, { key }: Extract<Place, { in: 'events' }>): Promise<Occurrences> {
    const [row] = await this.db.query<{ count: number; last: Date | null }>(
      `SELECT COALESCE(SUM(e.counter), 0) AS count, MAX(e.updated_at) AS last FROM ${ofContact(eventsWithKey(':key'))}`,
      { contactId, key },
    );
    return { count: row?.count ?? 0, last_at: row?.last ? sqlTimestamp(row.last) : null };
  }
}

const ORDER_MOMENT = { first: 'MIN(p.first_order_at)', last: 'MAX(p.last_order_at)' } as const;

const ofContact = (from: string): string => `contacts c CROSS JOIN ${from} AND c.id = :contactId`;
