import { insertRecord, updateRecord } from '../../platform/database/records.js';
import { columnsOf } from '../../platform/database/entity-columns.js';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { LabelSnapshot } from '../../events/contact.events.js';
import { Clock } from '../../platform/clock/clock.js';
import { toTheSecond } from '../../platform/clock/timestamps.js';
import { Database, type Tx, type Reader } from '../../platform/database/database.js';
import { assertMaySend } from '../../platform/access/assert-permission.js';
import { invalidParam, notFound, ValidationErrors } from '../../platform/errors/app-error.js';
import type { Sorting } from '../../platform/http/page.js';
import { createNamed, updateNamed } from '../../platform/database/taken-names.js';
import { given } from '../../platform/http/given.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { likeContains } from '../../platform/sql/like.js';
import type { SqlValue } from '../../platform/sql/named-parameters.js';
import { type MemberChanges, memberAssignments } from './members-log.js';
import { slugOf } from '../../platform/text/slug.js';
import { titleKey } from '../../platform/text/title-key.js';
import { List, Tag } from './label.entity.js';

/** Lists and tags behave the same, except that only lists can be public. */
export const LABEL_KINDS = ['list', 'tag'] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** Returns a value for each kind. */
export async function byKind<Value>(of: (kind: LabelKind) => Promise<Value>): Promise<Record<LabelKind, Value>> {
  return { list: await of('list'), tag: await of('tag') };
}

const INTERNAL = ['titleKey', 'membersVersion', 'membersLog'] as const;

/** A tag is never public. */
export type Label = Omit<List, (typeof INTERNAL)[number] | 'isPublic'> & { readonly isPublic: boolean };

/** The members of a list that contacts subscribe to. */
export interface SubscriptionInput extends Partial<Pick<List, 'publicName' | 'doubleOptinTemplateId' | 'senderId'>> {
  readonly enabled?: boolean;
  readonly description?: string | null;
}

export interface LabelInput extends Partial<Pick<Label, 'title' | 'slug' | 'description' | 'isPublic'>> {
  /** Of lists only. */
  readonly subscription?: SubscriptionInput;
}

export const LABEL_SORT_FIELDS = ['id', 'title', 'subscribers'] as const;
type LabelSortField = (typeof LABEL_SORT_FIELDS)[number];
type LabelRow = Omit<List, (typeof INTERNAL)[number]>;

export interface LabelFilter {
  readonly search?: string;
  readonly sorting: Sorting<LabelSortField>;
}

/** Ids and slugs. */
type LabelReferences = Readonly<Record<LabelKind, readonly (number | string)[]>>;

/** A label that a write names; `subscription` if it is a list that contacts subscribe to. */
export interface KnownLabel extends LabelSnapshot {
  readonly subscription?: { readonly templateId: number | null };
}

export interface CountChange {
  readonly total: number;
  readonly subscribed: number;
  readonly members?: MemberChanges;
}

const TABLE: Record<LabelKind, string> = { list: 'lists', tag: 'tags' };
const NOUN: Record<LabelKind, string> = { list: 'List', tag: 'Tag' };
const COLUMNS: Record<LabelKind, string> = {
  list: columnsOf(List, 'l', INTERNAL),
  tag: `${columnsOf(Tag, 'l', INTERNAL)}, 0 AS isPublic`,
};
const SUBSCRIPTION: Record<LabelKind, string> = {
  list: 'is_subscription AS isSubscription, double_optin_template_id AS templateId',
  tag: '0 AS isSubscription, NULL AS templateId',
};
const SORT_COLUMN: Record<LabelSortField, string> = { id: 'id', title: 'title', subscribers: 'subscribed_count' };

const MAX_SEEN = 10_000;

/** A label has changed since it was read. */
export class StaleLabels extends Error {}

@Injectable()
export class LabelsService {
  private readonly seen = noLabels();

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async list(kind: LabelKind, { search, sorting }: LabelFilter): Promise<Label[]> {
    const direction = sorting.direction === 'ASC' ? 'ASC' : 'DESC';
    const rows = await this.db.query<LabelRow>(
      `SELECT ${COLUMNS[kind]} FROM ${TABLE[kind]} l
        ${search === undefined ? '' : 'WHERE title LIKE :pattern OR slug LIKE LOWER(:pattern) OR description LIKE :pattern'}
        ORDER BY ${SORT_COLUMN[sorting.field]} ${direction}, id ${direction}`,
      { pattern: likeContains(search ?? '') },
    );
    return rows.map(toLabel);
  }

  async get(kind: LabelKind, id: number, reader: Reader = this.db): Promise<Label> {
    const [row] = await reader.query<LabelRow>(`SELECT ${COLUMNS[kind]} FROM ${TABLE[kind]} l WHERE l.id = :id`, {
      id,
    });
    if (!row) throw notFound();
    return toLabel(row);
  }

  /**
   * Creates a label. A missing slug is generated from the title, with a number appended if it is taken.
   * @throws AppError rest_invalid_param for a title or a given slug that is taken.
   */
  async create(kind: LabelKind, input: LabelInput & { readonly title: string }): Promise<Label> {
    const { title, description = null } = input;
    return createNamed(this.db, titled(kind), { title, slug: readSlug(input.slug) }, async (tx, slug) => {
      const now = toTheSecond(this.clock.now());
      const values = { title, titleKey: titleKey(title), slug, description, createdAt: now, updatedAt: now };
      const list = { isPublic: input.isPublic === true, ...(await this.subscription(tx, input)) };
      const label = kind === 'tag' ? values : { ...values, ...list };
      return this.get(kind, await insertRecord(tx, TABLE[kind], label), tx);
    });
  }

  /** Changes the given fields. A new title does not change the slug, because others refer to it. */
  async update(kind: LabelKind, id: number, input: LabelInput): Promise<void> {
    const { title, description, isPublic } = input;
    const slug = readSlug(input.slug);
    const changes = {
      ...given({ title, titleKey: title && titleKey(title), slug, description }),
      ...(kind === 'list' && given({ isPublic })),
      updatedAt: toTheSecond(this.clock.now()),
    };
    await updateNamed(this.db, titled(kind), { title, slug, id }, async (tx) => {
      const all = { ...changes, ...(kind === 'list' && (await this.subscription(tx, input, id))) };
      if (!(await updateRecord(tx, TABLE[kind], id, all))) throw notFound();
    });
  }

  /** Returns the columns of the given members. The sender needs `send_campaigns`, because approved campaigns may use it. */
  private async subscription(tx: Tx, { subscription }: LabelInput, id = 0) {
    if (!subscription) return {};
    const { enabled, description, ...others } = subscription;
    const references = { email_templates: others.doubleOptinTemplateId, senders: others.senderId };
    const faults = new ValidationErrors();
    for (const [table, named = null] of Object.entries(references))
      if (named !== null && (await tx.query(`SELECT id FROM ${table} WHERE id = :named`, { named })).length === 0)
        faults.addUnknown(`subscription.${table === 'senders' ? 'sender_id' : 'double_optin_template_id'}`, [named]);
    faults.throwIfAny();
    if (others.senderId !== undefined) {
      const sql = 'SELECT sender_id AS senderId FROM lists WHERE id = :id FOR UPDATE';
      const [before] = await tx.query<{ senderId: number | null }>(sql, { id });
      if (others.senderId !== (before?.senderId ?? null)) assertMaySend('the sender of a list');
    }
    return given({ isSubscription: enabled, publicDescription: description, ...others });
  }

  /** Deletes the label. Its memberships are hidden at once and removed in the background. */
  async remove(kind: LabelKind, id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { affectedRows } = await tx.delete(TABLE[kind], id);
      if (affectedRows === 0) throw notFound();
      await this.outbox.append(tx, kind === 'list' ? 'list.deleted' : 'tag.deleted', id, { id });
    });
  }

  /** Returns the existing labels by id. */
  async known(reader: Reader, kind: LabelKind, ids: readonly number[]): Promise<Map<number, KnownLabel>> {
    return (await this.knownOf(reader, { list: [], tag: [], [kind]: ids }))[kind];
  }

  /** Like `known`, for lists and tags in one statement, because every write of a contact needs it. */
  async knownOf(reader: Reader, references: LabelReferences): Promise<Record<LabelKind, Map<number, KnownLabel>>> {
    const found = noLabels();
    const params: Record<string, readonly (number | string)[]> = {};
    const selects = LABEL_KINDS.flatMap((kind) =>
      (['id', 'slug'] as const).flatMap((column) => {
        const named = references[kind].filter((each) => (typeof each === 'number') === (column === 'id'));
        if (named.length === 0) return [];
        params[`${kind}_${column}`] = named;
        return [
          `SELECT '${kind}' AS kind, id, title, slug, ${SUBSCRIPTION[kind]} FROM ${TABLE[kind]}
            WHERE ${column} IN (:${kind}_${column})`,
        ];
      }),
    );
    if (selects.length === 0) return found;
    const rows = await reader.query<
      LabelSnapshot & { kind: LabelKind; isSubscription: number; templateId: number | null }
    >(selects.join(' UNION ALL '), params);
    for (const { kind, id, title, slug, isSubscription, templateId } of rows) {
      const label = { id, title, slug, ...(isSubscription === 1 && { subscription: { templateId } }) };
      found[kind].set(id, label);
      if (this.seen[kind].size >= MAX_SEEN) this.seen[kind].clear();
      this.seen[kind].set(id, label);
    }
    return found;
  }

  /**
   * Like `knownOf`, but returns labels as they were read last, so that other statements travel with the one that reads them again.
   * The transaction fails with StaleLabels, and must be repeated, if one has changed.
   */
  async lastKnownOf(tx: Tx, references: LabelReferences): Promise<Record<LabelKind, Map<number, KnownLabel>>> {
    const seen = noLabels();
    for (const kind of LABEL_KINDS)
      for (const reference of references[kind]) {
        const label = this.seen[kind].get(Number(reference));
        if (label === undefined || typeof reference === 'string') return this.knownOf(tx, references);
        seen[kind].set(label.id, label);
      }
    const reading = this.knownOf(tx, references).then((found) => {
      for (const kind of LABEL_KINDS)
        for (const [id, label] of seen[kind])
          if (!isDeepStrictEqual(found[kind].get(id), label)) throw new StaleLabels();
    });
    tx.sendLater(reading);
    return seen;
  }

  /** Returns the ids of labels that do not exist. */
  async missing(
    reader: Reader,
    { list, tag }: Readonly<Record<LabelKind, readonly number[]>>,
  ): Promise<Record<LabelKind, number[]>> {
    const known = await this.knownOf(reader, { list, tag });
    return { list: list.filter((id) => !known.list.has(id)), tag: tag.filter((id) => !known.tag.has(id)) };
  }

  /** Adds an error for each of `lists` and `tags` that names labels that do not exist. */
  async checkIds(ids: Readonly<Record<`${LabelKind}s`, readonly number[]>>, faults: ValidationErrors): Promise<void> {
    const missing = await this.missing(this.db, { list: ids.lists, tag: ids.tags });
    for (const kind of LABEL_KINDS) faults.addUnknown(`${kind}s`, missing[kind]);
  }

  /** Returns the counters of existing labels by id. */
  async counts(reader: Reader, kind: LabelKind, ids: readonly number[]): Promise<Map<number, CountChange>> {
    if (ids.length === 0) return new Map();
    const rows = await reader.query<CountChange & { id: number }>(
      `SELECT id, total_count AS total, subscribed_count AS subscribed FROM ${TABLE[kind]} WHERE id IN (:ids)`,
      { ids },
    );
    return new Map(rows.map(({ id, total, subscribed }) => [id, { total, subscribed }]));
  }

  /** Locks the counters of a label until the transaction ends. */
  async lockCounts(tx: Tx, kind: LabelKind, id: number): Promise<void> {
    await tx.query(`SELECT id FROM ${TABLE[kind]} WHERE id = :id FOR UPDATE`, { id });
  }

  /**
   * Changes counters and records the changed members. Call last in a transaction: all writers of a popular label wait for these rows.
   * @returns the number of labels that still exist; a smaller number than given means that one was deleted meanwhile.
   */
  async addToCounts(tx: Tx, kind: LabelKind, changes: ReadonlyMap<number, CountChange>): Promise<number> {
    const entries = [...changes].filter(isChange);
    if (entries.length === 0) return 0;
    const ids = entries.map(([id]) => id).sort((a, b) => a - b);
    // A single statement locks the rows in the order of their ids, regardless of the order in CASE.
    const cases = (what: 'total' | 'subscribed'): string =>
      entries.map((_, index) => `WHEN :id${index} THEN :${what}${index}`).join(' ');
    const params: Record<string, SqlValue> = { ids };
    entries.forEach(([id, { total, subscribed }], index) => {
      params[`id${index}`] = id;
      params[`total${index}`] = total;
      params[`subscribed${index}`] = subscribed;
    });
    const { affectedRows } = await tx.execute(
      `UPDATE ${TABLE[kind]}
          SET total_count = total_count + CASE id ${cases('total')} ELSE 0 END,
              subscribed_count = subscribed_count + CASE id ${cases('subscribed')} ELSE 0 END${memberAssignments(entries, params)}
        WHERE id IN (:ids)
        ORDER BY id`,
      params,
      { ids: [] },
    );
    return affectedRows;
  }
}

const noLabels = (): Record<LabelKind, Map<number, KnownLabel>> => ({ list: new Map(), tag: new Map() });

const titled = (kind: LabelKind) => ({ table: TABLE[kind], noun: NOUN[kind] });

/** Members may change while their number remains the same. */
export function isChange([, { total, subscribed, members = [] }]: readonly [number, CountChange]): boolean {
  return total !== 0 || subscribed !== 0 || members.length > 0;
}

function toLabel(row: LabelRow): Label {
  return { ...row, isPublic: row.isPublic === 1 };
}

function readSlug(given: string | undefined): string | undefined {
  if (given === undefined || given === '') return undefined;
  const slug = slugOf(given);
  if (slug === '') throw invalidParam('slug', 'must hold letters or digits');
  return slug;
}
