import { inParts } from '../../platform/values/collections.js';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database, type Tx, type EntityReader, type Reader } from '../../platform/database/database.js';
import type { ValidationErrors } from '../../platform/errors/app-error.js';
import { deletePairs } from '../../platform/database/delete-pairs.js';
import { idsOf } from '../../platform/ids/ids.js';
import { idCondition } from '../../platform/sql/id-condition.js';
import { likeContains } from '../../platform/sql/like.js';
import { CustomField, type CustomFieldType } from './custom-field.entity.js';
import { readValue, apiValue } from './field-types.js';
import { CaselessMap } from '../../platform/text/caseless-map.js';
import { didYouMean } from '../../platform/text/closest-name.js';
import { isObject } from '../../platform/values/json.js';

export type CustomValueMap = Readonly<Record<string, string | readonly string[]>>;

/** A value to store; null clears it. */
export interface ValueChange {
  readonly field: CustomField;
  readonly text: string | null;
}

/** A changed value in the format of events. */
export interface ChangedValue {
  readonly slug: string;
  readonly old: string | readonly string[] | null;
  readonly new: string | readonly string[] | null;
}

/** Custom fields by slug, in any case. */
export type FieldDefinitions = CaselessMap<CustomField>;

export const bySlug = (fields: readonly CustomField[]): FieldDefinitions =>
  new CaselessMap(fields.map((field) => [field.slug, field]));

const NO_DEFINITIONS = bySlug([]);
const MAX_MEMBERS = 1_000;
const SCAN_BATCH = 1_000;
const CONTACTS_AT_ONCE = 500;

/** The first condition uses the index; the second compares exactly. */
const IS_OPTION = 'value = :option AND value COLLATE utf8mb4_bin = :option';

@Injectable()
export class CustomValuesService {
  constructor(private readonly db: Database) {}

  /**
   * Returns the definitions of all fields in `inputs` (the `custom_values` of contacts), for `readCustomValues`.
   * @param hold locks them until the transaction ends, so that no option is removed between the check and the write.
   */
  async definitionsFor(reader: EntityReader, inputs: readonly unknown[], hold: boolean): Promise<FieldDefinitions> {
    const slugs = new Set<string>();
    for (const input of inputs) for (const slug of slugsIn(input)) slugs.add(slug);
    if (slugs.size === 0) return NO_DEFINITIONS;
    const fields = await reader.manager.find(CustomField, {
      where: { slug: In([...slugs]) },
      order: { id: 'ASC' },
      ...(hold ? { lock: { mode: 'pessimistic_read' } } : {}),
    });
    return bySlug(fields);
  }

  /** Returns stored values by contact id and field id. @param fieldIds null for all fields. */
  async stored(
    reader: Reader,
    contactIds: readonly number[],
    fieldIds: readonly number[] | null,
  ): Promise<Map<number, Map<number, string>>> {
    const found = new Map<number, Map<number, string>>();
    if (fieldIds?.length === 0) return found;
    const sql = `SELECT contact_id AS contactId, field_id AS fieldId, value FROM contact_custom_values
      WHERE contact_id IN (:part) ${fieldIds === null ? '' : 'AND field_id IN (:fieldIds)'}`;
    for (const part of inParts(contactIds, CONTACTS_AT_ONCE)) {
      const params = { part, ...(fieldIds && { fieldIds }) };
      const rows = await reader.query<{ contactId: number; fieldId: number; value: string }>(sql, params);
      for (const { contactId, fieldId, value } of rows) {
        const values = found.get(contactId) ?? new Map<number, string>();
        found.set(contactId, values.set(fieldId, value));
      }
    }
    return found;
  }

  /** Stores values of locked contacts, replacing existing ones. */
  async store(tx: Tx, rows: readonly (readonly [contactId: number, fieldId: number, text: string])[]): Promise<void> {
    const suffix = 'ON DUPLICATE KEY UPDATE value = VALUES(value)';
    const columns = ['contact_id', 'field_id', 'value'];
    await tx.insertRows('contact_custom_values', columns, rows, { idColumn: 'contact_id', suffix });
  }

  async clear(tx: Tx, contactIdsByField: ReadonlyMap<number, readonly number[]>): Promise<void> {
    await deletePairs(tx, 'contact_custom_values', ['contact_id', 'field_id'], contactIdsByField);
  }

  /** Returns the values by contact id; contacts without values have an empty object. */
  async of(contactIds: readonly number[], reader: Reader = this.db): Promise<Map<number, CustomValueMap>> {
    const values = new Map<number, [string, string | string[]][]>(contactIds.map((id) => [id, []]));
    if (contactIds.length > 0) {
      const rows = await reader.query<{ contact_id: number; slug: string; type: CustomFieldType; value: string }>(
        `SELECT v.contact_id, f.slug, f.type, v.value
           FROM contact_custom_values v JOIN custom_fields f ON f.id = v.field_id
          WHERE v.contact_id IN (:contactIds) ORDER BY f.position, f.id`,
        { contactIds },
      );
      for (const row of rows) values.get(row.contact_id)?.push([row.slug, apiValue(row.type, row.value)]);
    }
    return new Map([...values].map(([id, entries]) => [id, Object.fromEntries(entries)]));
  }

  /** Passes each value to `found`. Contacts between these ids may be passed as well. @param contactIds ascending. */
  async each(
    contactIds: readonly number[],
    fields: readonly CustomField[],
    found: (contactId: number, place: number, value: string | readonly string[]) => void,
  ): Promise<void> {
    if (contactIds.length === 0 || fields.length === 0) return;
    const { sql, params } = idCondition('contact_id', contactIds);
    const rows = await this.db.cells<[contactId: number, fieldId: number, value: string]>(
      `SELECT contact_id, field_id, value FROM contact_custom_values WHERE ${sql} AND field_id IN (:fieldIds)`,
      { ...params, fieldIds: idsOf(fields) },
    );
    const places = new Map(fields.map(({ id }, place) => [id, place]));
    for (const [contactId, fieldId, text] of rows) {
      const place = places.get(fieldId) ?? -1;
      const field = fields[place];
      if (field) found(contactId, place, apiValue(field.type, text));
    }
  }

  async removeOf(tx: Tx, contactIds: readonly number[]): Promise<void> {
    const sql = 'DELETE FROM contact_custom_values WHERE contact_id IN (:contactIds)';
    await tx.execute(sql, { contactIds }, { ids: contactIds });
  }

  /** Returns the fields that have values. */
  async usedAmong(tx: Tx, fieldIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (fieldIds.length === 0) return new Set();
    const sql = `SELECT f.id FROM custom_fields f
      WHERE f.id IN (:fieldIds) AND EXISTS (SELECT 1 FROM contact_custom_values v WHERE v.field_id = f.id)`;
    return new Set(idsOf(await tx.query<{ id: number }>(sql, { fieldIds })));
  }

  /** Returns the options in use. The caller must hold an exclusive lock on the field. */
  async usedOptions(tx: Tx, field: CustomField, options: readonly string[]): Promise<string[]> {
    const used: string[] = [];
    for (const option of options) {
      for await (const batch of this.choosing(tx, field, option)) {
        if (batch.length === 0) continue;
        used.push(option);
        break;
      }
    }
    return used;
  }

  async removeFields(tx: Tx, fieldIds: readonly number[]): Promise<void> {
    const sql = 'DELETE FROM contact_custom_values WHERE field_id IN (:fieldIds)';
    if (fieldIds.length > 0) await tx.execute(sql, { fieldIds });
  }

  /** Removes an option from all values; a checkbox keeps its other options. */
  async removeOption(tx: Tx, field: CustomField, option: string): Promise<void> {
    const { id } = field;
    if (field.type !== 'checkbox') {
      const sql = `DELETE FROM contact_custom_values WHERE field_id = :id AND ${IS_OPTION}`;
      await tx.execute(sql, { id, option });
      return;
    }
    const sql = 'DELETE FROM contact_custom_values WHERE field_id = :id AND contact_id IN (:ids)';
    for await (const batch of this.choosing(tx, field, option)) {
      const left = batch.map(({ contactId, chosen }) => [contactId, chosen.filter((each) => each !== option)] as const);
      const kept = left.filter(([, options]) => options.length > 0);
      const rows = kept.map(([contactId, options]) => [contactId, id, JSON.stringify(options)] as const);
      await this.store(tx, rows);
      const ids = left.filter(([, options]) => options.length === 0).map(([contactId]) => contactId);
      if (ids.length > 0) await tx.execute(sql, { id, ids }, { ids });
    }
  }

  /** Yields the contacts with this option in batches by contact id. */
  private async *choosing(
    tx: Tx,
    field: CustomField,
    option: string,
  ): AsyncGenerator<{ contactId: number; chosen: readonly string[] }[]> {
    const sql = `SELECT contact_id, value FROM contact_custom_values
      WHERE field_id = :id AND ${field.type === 'checkbox' ? 'value LIKE :pattern' : IS_OPTION} AND contact_id > :after
      ORDER BY contact_id LIMIT ${SCAN_BATCH}`;
    const params = { id: field.id, option, pattern: likeContains(JSON.stringify(option)) };
    for (let after = 0; ;) {
      const rows = await tx.query<{ contact_id: number; value: string }>(sql, { ...params, after });
      const last = rows.at(-1);
      if (!last) return;
      // The pattern also matches inside other options (`"a"` in `"b\"a"`); only the parsed array is exact.
      yield rows
        .map((row) => ({ contactId: row.contact_id, chosen: [apiValue(field.type, row.value)].flat() }))
        .filter(({ chosen }) => chosen.includes(option));
      after = last.contact_id;
    }
  }
}

/** Returns the existing fields by id, and locks them until the transaction ends. */
export async function definitionsOf(tx: Tx, fieldIds: readonly number[]): Promise<Map<number, CustomField>> {
  if (fieldIds.length === 0) return new Map();
  const options = { order: { id: 'ASC' }, lock: { mode: 'pessimistic_read' } } as const;
  const fields = await tx.manager.find(CustomField, { where: { id: In([...fieldIds]) }, ...options });
  return new Map(fields.map((field) => [field.id, field]));
}

/** @returns no slugs for a value that is not an object or has too many members. */
function slugsIn(input: unknown): string[] {
  const slugs = isObject(input) ? Object.keys(input) : [];
  return slugs.length > MAX_MEMBERS ? [] : slugs;
}

/** Validates `custom_values`, and adds an error for each unknown slug and each invalid value. */
export function readCustomValues(input: unknown, fields: FieldDefinitions, faults: ValidationErrors): ValueChange[] {
  if (input === undefined) return [];
  const members = isObject(input) ? Object.entries(input) : null;
  if (members === null || members.length > MAX_MEMBERS) {
    faults.add('custom_values', members ? `must hold at most ${MAX_MEMBERS} members` : 'must be an object');
    return [];
  }
  const seen = new Set<CustomField>();
  return members.flatMap(([slug, value]) => {
    const field = fields.get(slug);
    if (field && !seen.has(field)) {
      seen.add(field);
      return checkOne(field, value, faults);
    }
    if (field) faults.add(`custom_values.${slug}`, 'is sent twice');
    else faults.add(`custom_values.${slug}`, 'does not exist', `Custom field '${slug}' does not exist`);
    return [];
  });
}

export function fitsField(field: CustomField, stored: string): boolean {
  return readValue(field, apiValue(field.type, stored)).kind === 'stored';
}

export function changedValue(field: CustomField, before: string | null, after: string | null): ChangedValue {
  return { slug: field.slug, old: presented(field.type, before), new: presented(field.type, after) };
}

function checkOne(field: CustomField, value: unknown, faults: ValidationErrors): ValueChange[] {
  const read = readValue(field, value);
  const path = `custom_values.${field.slug}`;
  switch (read.kind) {
    case 'stored':
      return [{ field, text: read.text }];
    case 'cleared':
      return [{ field, text: null }];
    case 'wrong':
      faults.add(path, read.reason);
      return [];
    case 'no_option':
      faults.add(path, notAnOption(field.options ?? [], value), `Invalid option for field '${field.slug}'`);
      return [];
  }
}

/** A field may have 1,000 options. */
const MAX_SHOWN_OPTIONS = 20;

function notAnOption(options: readonly string[], value: unknown): string {
  const more = options.length > MAX_SHOWN_OPTIONS ? `, and ${options.length - MAX_SHOWN_OPTIONS} more` : '';
  const shown = options.slice(0, MAX_SHOWN_OPTIONS);
  return `is not one of the options: ${shown.join(', ')}${more}${didYouMean(value, shown)}`;
}

function presented(type: CustomFieldType, text: string | null): string | string[] | null {
  return text === null ? null : apiValue(type, text);
}
