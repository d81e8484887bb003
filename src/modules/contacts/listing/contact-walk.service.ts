import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { type Cell, oneAhead, type Row } from '../../../platform/export/table.js';
import { idCondition } from '../../../platform/sql/id-condition.js';
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
const LABEL_COLUMNS: Readonly<Record<string, readonly [kind: LabelKind, table: string, condition: string]>> = {
  lists: ['list', MEMBERSHIP.list.table, 'TRUE'],
  tags: ['tag', MEMBERSHIP.tag.table, 'TRUE'],
  [LEFT]: ['list', 'list_subscriptions', `state = 'unsubscribed'`],
};

/** The built-in columns by API name; NULL if they are read from other tables. Timestamps are text. */
const OWN_COLUMNS: ReadonlyMap<string, string> = new Map(
  withFullName<CatalogEntry, [string, string][]>(
    FIELDS.filter(({ isExported }) => isExported !== false),
    ({ name, filter }) => {
      const isMoment = filter === 'moment' || name === 'paused_until';
      const column: [string, string] = [name, isMoment ? `CAST(c.${name} AS CHAR)` : `c.${name}`];
      return name === 'created_at'
        ? [...Object.keys(LABEL_COLUMNS).map((label) => [label, 'NULL'] as [string, string]), column]
        : [column];
    },
    [['full_name', `CONCAT_WS(' ', c.first_name, c.last_name)`]],
  ).flat(),
);

/** Amortizes the statements; the memory stays small. */
const BATCH = 1_000;

interface ContactTable {
  readonly columns: readonly string[];
  readonly batches: AsyncIterable<readonly Row[]>;
}

/** A row under construction: the cells in column order, then the contact id. */
type ReadRow = Cell[];
type RowsById = ReadonlyMap<number, ReadRow>;

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
    const own = [...OWN_COLUMNS.keys()];
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
    // Columns from other tables start as null, so that each cell has its place.
    const selected = columns.map((name) => OWN_COLUMNS.get(name) ?? 'NULL');
    const titles = Object.entries(LABEL_COLUMNS)
      .filter(([name]) => columns.includes(name))
      .map(([name, [kind, ...source]]) => new LabelTitles(this.db, this.labels, kind, source, columns.indexOf(name)));
    const values = fields.map(({ slug, type }) => ({ at: columns.indexOf(slug), isNumber: type === 'number' }));
    for (let after = 0; ;) {
      const page = { page: 1, perPage: BATCH - 1, cursor: { value: null, id: after } };
      const { sql, params } = idsOfPage(selection, { field: 'id', direction: 'ASC' }, page);
      const rows = await this.db.cells<ReadRow>(
        `SELECT ${selected.join(', ')}, c.id
           FROM contacts c JOIN (${sql}) page ON page.id = c.id ORDER BY c.id`,
        params,
      );
      const byId: RowsById = new Map(rows.map((row) => [row.pop() as number, row]));
      const ids = [...byId.keys()];
      for (const label of titles) await label.putInto(byId, ids);
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

/** Reads the titles of lists or tags; the title of each label once. */
class LabelTitles {
  private readonly titles = new Map<number, string | null>();

  constructor(
    private readonly db: Database,
    private readonly labels: LabelsService,
    private readonly kind: LabelKind,
    private readonly source: readonly [table: string, condition: string],
    private readonly at: number,
  ) {}

  async putInto(rows: RowsById, contactIds: readonly number[]): Promise<void> {
    if (contactIds.length === 0) return;
    const { sql, params } = idCondition('contact_id', contactIds);
    const [table, condition] = this.source;
    const { column } = MEMBERSHIP[this.kind];
    const memberships = await this.db.cells<[contactId: number, labelId: number]>(
      `SELECT contact_id, ${column} FROM ${table} WHERE ${condition} AND ${sql} ORDER BY contact_id, ${column}`,
      params,
    );
    await this.lookUp(memberships);
    let next = 0;
    for (const [contactId, row] of rows) {
      const titles: string[] = [];
      for (; (memberships[next]?.[0] ?? Infinity) <= contactId; next += 1) {
        const [owner, labelId] = memberships[next] ?? [];
        const title = owner === contactId && labelId !== undefined ? this.titles.get(labelId) : null;
        // Memberships of deleted labels are removed later.
        if (typeof title === 'string') titles.push(title);
      }
      row[this.at] = titles;
    }
  }

  private async lookUp(memberships: readonly (readonly [contactId: number, labelId: number])[]): Promise<void> {
    const unknown = new Set<number>();
    for (const [, id] of memberships) if (!this.titles.has(id)) unknown.add(id);
    if (unknown.size === 0) return;
    const found = await this.labels.known(this.db, this.kind, [...unknown]);
    for (const id of unknown) this.titles.set(id, found.get(id)?.title ?? null);
  }
}

/** Returns a number if its text form is the same. */
function asNumber(value: string | readonly string[]): Cell {
  return typeof value === 'string' && String(Number(value)) === value ? Number(value) : value;
}

async function* noRows(): AsyncGenerator<readonly Row[]> {
  // No contact can match.
}
