import { Injectable } from '@nestjs/common';
import { sqlTimestamp } from '../../platform/clock/timestamps.js';
import { Database, type Reader } from '../../platform/database/database.js';
import type { Mailbox } from '../../platform/mime/mail-headers.js';
import { type CustomValues, WrittenNumber } from './written-number.js';
import type { TriggerData } from './trigger-data.js';
import { LANGUAGE_FIELDS } from '../../languages/languages.js';
import { FIELDS } from '../contacts/contact/contact-field-catalog.js';

/** What the request of a single email determines, beside its content. */
export interface SingleParts extends Readonly<Record<'to' | 'cc' | 'replyTo', readonly Mailbox[]>> {
  readonly data: Readonly<Record<string, unknown>>;
  /** Additional headers by name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Recipient data used for rendering. */
export interface Recipient {
  /** Null for a recipient who is not a contact. */
  readonly id: number | null;
  readonly email: string;
  readonly status: string;
  /** Paused emails until a later date. */
  readonly isPaused: boolean;
  readonly contact: Readonly<Record<string, string | number | null>>;
  readonly custom: CustomValues;
  /** The primary company; empty for a contact without companies. */
  readonly company: Readonly<Record<string, string | null>>;
  /** Of the enrollment, for an email of a funnel. */
  readonly data?: TriggerData | undefined;
  /** The subscription through which the email goes, with the name that the contact knows. */
  readonly list?: { readonly id: number; readonly name: string };
  /** Absent for other emails. */
  readonly single?: SingleParts;
  /** Where the recipient of a scheduled report stops it; absent for other emails. */
  readonly stopUrl?: string;
}

interface ContactRow extends Record<string, unknown> {
  id: number;
  email: string;
  status: string;
  created_at: Date;
  is_paused: number;
}

interface CompanyRow extends Record<(typeof COMPANY_COLUMNS)[number], string | null> {
  contact_id: number;
}

const COMPANY_COLUMNS = ['name', 'website', 'industry', 'city', 'country'] as const;

const COLUMNS = FIELDS.filter(({ isMergeTag }) => isMergeTag !== false).map(({ name }) => name);

/** Reads recipients in batches with three statements. */
@Injectable()
export class RecipientsQueries {
  constructor(private readonly db: Database) {}

  async byIds(ids: readonly number[], reader: Reader = this.db): Promise<Map<number, Recipient>> {
    if (ids.length === 0) return new Map();
    const contacts = await reader.query<ContactRow>(
      `SELECT ${COLUMNS.join(', ')}, created_at, COALESCE(paused_until > NOW(), 0) AS is_paused
         FROM contacts WHERE id IN (:ids)`,
      { ids },
    );
    const values = await reader.query<Record<'slug' | 'type' | 'value', string> & { contact_id: number }>(
      `SELECT v.contact_id, f.slug, f.type, v.value
         FROM contact_custom_values v
         JOIN custom_fields f ON f.id = v.field_id
        WHERE v.contact_id IN (:ids)`,
      { ids },
    );
    const custom = new Map<number, Record<string, string | string[] | WrittenNumber>>();
    for (const { contact_id, slug, type, value } of values) {
      const mine = custom.get(contact_id) ?? {};
      if (type === 'checkbox') mine[slug] = JSON.parse(value) as string[];
      else mine[slug] = type === 'number' ? new WrittenNumber(value) : value;
      custom.set(contact_id, mine);
    }
    const company = await this.primaryCompanies(ids, reader);
    return new Map(
      contacts.map((row) => [row.id, toRecipient(row, custom.get(row.id) ?? {}, company.get(row.id) ?? {})]),
    );
  }

  /** Returns the languages that contacts chose; contacts without are absent. */
  async languages(ids: readonly number[], reader: Reader = this.db): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await reader.query<{ contact_id: number; value: string }>(
      `SELECT v.contact_id, v.value
         FROM contact_custom_values v JOIN custom_fields f ON f.id = v.field_id
        WHERE v.contact_id IN (:ids) AND f.slug IN (:slugs) AND v.value <> '' ORDER BY FIELD(f.slug, :slugs) DESC`,
      { ids, slugs: LANGUAGE_FIELDS },
    );
    return new Map(rows.map(({ contact_id, value }) => [contact_id, value]));
  }

  private async primaryCompanies(
    contactIds: readonly number[],
    reader: Reader,
  ): Promise<Map<number, Recipient['company']>> {
    // Not `WHERE is_primary`: if the primary company was deleted, the oldest other one is used.
    const rows = await reader.query<CompanyRow>(
      `SELECT m.contact_id, ${COMPANY_COLUMNS.map((column) => `c.${column}`).join(', ')}
         FROM contact_companies m
         JOIN companies c ON c.id = m.company_id
        WHERE m.contact_id IN (:contactIds)
        ORDER BY m.contact_id, m.is_primary DESC, m.created_at, m.company_id`,
      { contactIds },
    );
    const primary = new Map<number, Recipient['company']>();
    for (const { contact_id, ...company } of rows) if (!primary.has(contact_id)) primary.set(contact_id, company);
    return primary;
  }
}

function toRecipient(row: ContactRow, custom: Recipient['custom'], company: Recipient['company']): Recipient {
  const contact: Record<string, string | number | null> = {};
  for (const column of COLUMNS) contact[column] = row[column] as string | number | null;
  contact['full_name'] = [row['first_name'], row['last_name']].filter(Boolean).join(' ');
  contact['created_at'] = sqlTimestamp(row.created_at);
  const { id, email, status, is_paused: isPaused } = row;
  return { id, email, status, isPaused: isPaused === 1, contact, custom, company };
}

/** Returns a recipient who is not a contact; only the address is known. */
export function withoutContact(email: string): Recipient {
  return { id: null, email, status: '', isPaused: false, contact: {}, custom: {}, company: {} };
}
