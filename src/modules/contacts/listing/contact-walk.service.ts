import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { type Cell, oneAhead, type Row } from '../../../platform/export/table.js';
import type { CustomField } from '../../custom-fields/custom-field.entity.js';
import { CustomFieldsService } from '../../custom-fields/custom-fields.service.js';
import { bySlug, CustomValuesService } from '../../custom-fields/custom-values.service.js';
import { type LabelKind, LabelsService } from '../../labels/labels.service.js';
import { type CatalogEntry, FIELDS, withFullName } from '../contact/contact-field-catalog.js';
import { ContactsQueries, type ContactListQuery } from './contacts.queries.js';
import { MEMBERSHIP } from '../memberships/memberships.service.js';
import { idsOfPage, type Selection } from './contact-selection.js';

export type { ContactListQuery } from './contacts.queries.js';

const LEFT = 'unsubscribed_lists';
/** The columns with titles of lists or tags, and where their memberships are. */
const LABEL_COLUMNS: Readonly<Record<string, readonly [kind: LabelKind, source: string]>> = {
  lists: ['list', `${MEMBERSHIP.list.table} m WHERE`],
  tags: ['tag', `${MEMBERSHIP.tag.table} m WHERE`],
  [LEFT]: ['list', `list_subscriptions m WHERE m.state = 'unsubscribed' AND`],
};

/** The ids of labels, ascending, as text: most contacts share few sets, and reading one cell takes less time than one row per label. */
const idsOfLabels = ([name, [kind, source]]: [string, readonly [LabelKind, string]]): [string, string] => {
  const { column } = MEMBERSHIP[kind];
  return [name, `(SELECT GROUP_CONCAT(m.${column} ORDER BY m.${column}) FROM ${source} m.contact_id = c.id)`];
};

/** The built-in columns by API name. Timestamps are text. */
const OWN_COLUMNS: Readonly<Record<string, string>> = Object.fromEntries(
  withFullName<CatalogEntry, [string, string][]>(
    FIELDS.filter(({ isExported }) => isExported !== false),
    ({ name, filter }) => {
      const isMoment = filter === 'moment' || name === 'paused_until';
      const column: [string, string] = [name, isMoment ? `CAST(c.${name} AS CHAR)` : `c.${name}`];
      return name === 'created_at' ? [...Object.entries(LABEL_COLUMNS).map(idsOfLabels), column] : [column];
    },
    [['full_name', `CONCAT_WS(' ', c.first_name, c.last_name)`]],
  ).flat(),
);

/** Amortizes the statements; the memory stays small. */
const BATCH = 1_000;
const MAX_SETS = 10_000;

interface ContactTable {
  readonly columns: readonly string[];
  readonly batches: AsyncIterable<readonly Row[]>;
}

/** A row under construction: the cells in column order, then the contact id. */
type ReadRow = Cell[];

/**
 * Reads all matching contacts in the order of ids. Each batch is a few short statements, and nothing is locked between
 * batches: contacts that change meanwhile may be included or not; all others occur exactly once.
 */
@Injectable()
export class ContactWalk {
  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsQueries,
    private readonly fields: CustomFieldsService,
    private readonly values: CustomValuesService,
    private readonly labels: LabelsService,
  ) {}

  /** Returns contacts with these columns, or all if none is given. Custom values have the slug as column name. */
  async table(
    who: ContactListQuery,
    { columns: asked, withCustomValues }: { readonly columns: readonly string[]; readonly withCustomValues: boolean },
  ): Promise<ContactTable> {
    const own = Object.keys(OWN_COLUMNS);
    const fields = await this.fields.list();
    const known = [...own, ...fields.map(({ slug }) => slug)];
    const named = asked.map((name) => (own.includes(name) ? name : (bySlug(fields).get(name)?.slug ?? name)));
    if (!named.every((name) => known.includes(name)))
      throw invalidParam('columns', `must hold only: ${known.join(', ')}`);
    const columns = named.length > 0 ? [...new Set(named)] : await this.usual(withCustomValues ? known : own);
    const selection = await this.contacts.selected(who);
    if (selection === null) return { columns, batches: noRows() };
    const shown = fields.filter(({ slug }) => columns.includes(slug));
    return { columns, batches: oneAhead(this.batches(selection, columns, shown)) };
  }

  /** Only installations with subscriptions have a column of those that were left. */
  private async usual(columns: readonly string[]): Promise<readonly string[]> {
    const subscriptions = await this.db.query('SELECT 1 FROM lists WHERE is_subscription = 1 LIMIT 1');
    return subscriptions.length > 0 ? columns : columns.filter((name) => name !== LEFT);
  }

  private async *batches(
    selection: Selection,
    columns: readonly string[],
    fields: readonly CustomField[],
  ): AsyncGenerator<readonly Row[]> {
    // Custom values start as null, so that each cell has its place.
    const selected = columns.map((name) => OWN_COLUMNS[name] ?? 'NULL');
    const titles = Object.entries(LABEL_COLUMNS)
      .filter(([name]) => columns.includes(name))
      .map(([name, [kind]]) => new LabelTitles(this.db, this.labels, kind, columns.indexOf(name)));
    const values = fields.map(({ slug, type }) => ({ at: columns.indexOf(slug), isNumber: type === 'number' }));
    for (let after = 0; ;) {
      const page = { page: 1, perPage: BATCH - 1, cursor: { value: null, id: after } };
      const { sql, params } = idsOfPage(selection, { field: 'id', direction: 'ASC' }, page);
      const rows = await this.db.cells<ReadRow>(
        `SELECT ${selected.join(', ')}, c.id
           FROM contacts c JOIN (${sql}) page ON page.id = c.id ORDER BY c.id`,
        params,
      );
      for (const label of titles) await label.putInto(rows);
      const byId = new Map(rows.map((row) => [row.pop() as number, row]));
      const ids = [...byId.keys()];
      await this.values.each(ids, fields, (contactId, place, value) => {
        const [row, field] = [byId.get(contactId), values[place]];
        if (row && field) row[field.at] = field.isNumber ? asNumber(value) : value;
      });
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH) return;
      after = ids.at(-1) ?? after;
    }
  }
}

/** Replaces ids of lists or tags by titles; reads each label once. */
class LabelTitles {
  private readonly titles = new Map<string, string | undefined>();
  private sets = new Map<string, readonly string[]>();

  constructor(
    private readonly db: Database,
    private readonly labels: LabelsService,
    private readonly kind: LabelKind,
    private readonly at: number,
  ) {}

  async putInto(rows: readonly ReadRow[]): Promise<void> {
    if (this.sets.size > MAX_SETS) this.sets = new Map();
    const sets = new Set<string>();
    for (const row of rows) {
      const ids = row[this.at] as string | null;
      if (ids !== null && !this.sets.has(ids)) sets.add(ids);
    }
    await this.lookUp(new Set([...sets].flatMap((ids) => ids.split(','))));
    // Memberships of deleted labels are removed later.
    for (const ids of sets)
      this.sets.set(
        ids,
        ids.split(',').flatMap((id) => this.titles.get(id) ?? []),
      );
    for (const row of rows) row[this.at] = this.sets.get(row[this.at] as string) ?? [];
  }

  private async lookUp(ids: ReadonlySet<string>): Promise<void> {
    const unknown = [...ids].filter((id) => !this.titles.has(id));
    if (unknown.length === 0) return;
    const found = await this.labels.known(this.db, this.kind, unknown.map(Number));
    for (const id of unknown) this.titles.set(id, found.get(Number(id))?.title);
  }
}

/** Returns a number if its text form is the same. */
function asNumber(value: string | readonly string[]): Cell {
  return typeof value === 'string' && String(Number(value)) === value ? Number(value) : value;
}

async function* noRows(): AsyncGenerator<readonly Row[]> {
  // No contact can match.
}
