import { Injectable } from '@nestjs/common';
import type { Reader } from '../../../platform/database/reader.js';
import type { NamedKind } from './settings-schema.js';

type StoredKind = Exclude<NamedKind, 'mail_steps'>;

/** Where the things are that steps and triggers name. What is deleted is gone for new rules. */
const NAMED: Readonly<Record<StoredKind, string>> = {
  lists: 'SELECT id AS name FROM lists WHERE id IN (:names)',
  tags: 'SELECT id AS name FROM tags WHERE id IN (:names)',
  companies: 'SELECT id AS name FROM companies WHERE id IN (:names)',
  campaigns: 'SELECT id AS name FROM campaigns WHERE id IN (:names) AND deleted_at IS NULL',
  funnels: 'SELECT id AS name FROM funnels WHERE id IN (:names) AND deleted_at IS NULL',
  segments: 'SELECT id AS name FROM segments WHERE id IN (:names)',
  templates: 'SELECT id AS name FROM email_templates WHERE id IN (:names)',
  senders: 'SELECT id AS name FROM senders WHERE id IN (:names)',
  managers: 'SELECT username AS name FROM managers WHERE username IN (:names) AND disabled_at IS NULL',
  date_fields: "SELECT slug AS name FROM custom_fields WHERE slug IN (:names) AND type = 'date'",
};

/** A column, and therefore always there. */
const DATE_OF_BIRTH = 'date_of_birth';

@Injectable()
export class NamedThings {
  /** Those of the names that nothing bears. */
  async unknown(
    reader: Reader,
    kind: StoredKind,
    names: readonly (number | string)[],
  ): Promise<ReadonlySet<number | string>> {
    const asked = names.filter((name) => kind !== 'date_fields' || name !== DATE_OF_BIRTH);
    if (asked.length === 0) return new Set();
    const rows = await reader.query<{ name: number | string }>(NAMED[kind], { names: asked });
    const found = new Set(rows.map(({ name }) => name));
    return new Set(asked.filter((name) => !found.has(name)));
  }

  /** The slugs of all custom fields. */
  async customFields(reader: Reader): Promise<ReadonlySet<string>> {
    const rows = await reader.query<{ slug: string }>('SELECT slug FROM custom_fields');
    return new Set(rows.map(({ slug }) => slug));
  }
}
