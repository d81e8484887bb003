import { Injectable } from '@nestjs/common';
import { CaselessMap } from '../../../platform/text/caseless-map.js';
import type { EntityReader, Reader } from '../../../platform/database/database.js';
import type { ValidationErrors } from '../../../platform/errors/app-error.js';
import { TextTemplates } from '../../mail-content/rendering/text-templates.service.js';
import type { SettingCheck } from './schema-check.js';
import type { NamedKind } from '../definition/settings-schema.js';

type StoredKind = Exclude<NamedKind, 'mail_steps'>;

const NAMED: Readonly<Record<StoredKind, string>> = {
  lists: 'SELECT id AS name FROM lists WHERE id IN (:names)',
  subscriptions: 'SELECT id AS name FROM lists WHERE id IN (:names) AND is_subscription = 1',
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

/** A column of contacts, so it always exists. */
const DATE_OF_BIRTH = 'date_of_birth';

type Named = Extract<SettingCheck, { readonly names: NamedKind }>;

/** What reading a request needs: the database, and the errors found so far. */
export interface Reading {
  readonly reader: EntityReader;
  readonly faults: ValidationErrors;
}

@Injectable()
export class SettingChecks {
  constructor(private readonly templates: TextTemplates) {}

  /** @param mailSteps ids of the steps that send emails; none where steps cannot be referenced. */
  async check(
    { reader, faults }: Reading,
    checks: readonly SettingCheck[],
    mailSteps: ReadonlySet<number | string> = new Set(),
  ): Promise<void> {
    const named = checks.filter((check): check is Named => 'names' in check);
    for (const [kind, those] of Map.groupBy(named, ({ names }) => names)) {
      const values = [...new Set(those.flatMap((each) => each.values))];
      const found = kind === 'mail_steps' ? mailSteps : await foundAmong(reader, kind, values);
      for (const { path, values: sent } of those)
        faults.addUnknown(
          path,
          sent.filter((value) => !found.has(value)),
        );
    }
    for (const check of checks) {
      const fault = 'template' in check ? this.templates.fault(check.template) : null;
      if (fault !== null) faults.add(check.path, fault);
    }
  }

  async customFields(reader: Reader): Promise<CaselessMap<string>> {
    const rows = await reader.query<{ slug: string }>('SELECT slug FROM custom_fields');
    return new CaselessMap(rows.map(({ slug }) => [slug, slug]));
  }
}

async function foundAmong(
  reader: Reader,
  kind: StoredKind,
  names: readonly (number | string)[],
): Promise<ReadonlySet<number | string>> {
  if (names.length === 0) return new Set();
  const rows = await reader.query<{ name: number | string }>(NAMED[kind], { names });
  // Slugs are found regardless of case.
  const found = new Set(rows.map(({ name }) => String(name).toLowerCase()));
  const isOwn = (name: number | string): boolean => kind === 'date_fields' && name === DATE_OF_BIRTH;
  return new Set(names.filter((name) => isOwn(name) || found.has(String(name).toLowerCase())));
}
