import { Injectable } from '@nestjs/common';
import type { LabelSnapshot } from '../../events/contact.events.js';
import { Clock } from '../../platform/clock/clock.js';
import { toTheSecond } from '../../platform/clock/timestamps.js';
import { Database, type Tx, type Reader } from '../../platform/database/database.js';
import { nameTaken } from '../../platform/database/taken-names.js';
import { invalidParam, notFound, type ValidationErrors } from '../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../platform/errors/database-errors.js';
import type { Sorting } from '../../platform/http/page.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { likeContains } from '../../platform/sql/like.js';
import type { SqlValue } from '../../platform/sql/named-parameters.js';
import { type MemberChanges, memberAssignments } from './members-log.js';
import { firstFree, slugOf } from '../../platform/text/slug.js';
import { titleKey } from '../../platform/text/title-key.js';

/** Lists and tags behave the same, except that only lists can be public. */
export const LABEL_KINDS = ['list', 'tag'] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** Returns a value for each kind. */
export async function byKind<Value>(of: (kind: LabelKind) => Promise<Value>): Promise<Record<LabelKind, Value>> {
  return { list: await of('list'), tag: await of('tag') };
}

export interface Label extends LabelSnapshot {
  readonly description: string | null;
  /** False for every tag. */
  readonly isPublic: boolean;
  readonly totalCount: number;
  readonly subscribedCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface LabelInput {
  readonly title?: string;
  readonly slug?: string;
  readonly description?: string | null;
  readonly isPublic?: boolean;
}

export const LABEL_SORT_FIELDS = ['id', 'title', 'subscribers'] as const;
type LabelSortField = (typeof LABEL_SORT_FIELDS)[number];

export interface LabelFilter {
  readonly search?: string;
  readonly sorting: Sorting<LabelSortField>;
}

/** The change of a label's counters. */
export interface CountChange {
  readonly total: number;
  readonly subscribed: number;
  readonly members?: MemberChanges;
}

type LabelRow = Omit<Label, 'isPublic'> & { readonly isPublic: number };

const TABLE: Record<LabelKind, string> = { list: 'lists', tag: 'tags' };
const IS_PUBLIC: Record<LabelKind, string> = { list: 'is_public', tag: '0' };
const NOUN: Record<LabelKind, string> = { list: 'List', tag: 'Tag' };
const SORT_COLUMN: Record<LabelSortField, string> = { id: 'id', title: 'title', subscribers: 'subscribed_count' };

const columns = (kind: LabelKind): string =>
  `id, title, slug, description, ${IS_PUBLIC[kind]} AS isPublic, total_count AS totalCount,
   subscribed_count AS subscribedCount, created_at AS createdAt, updated_at AS updatedAt`;

/** Generated slugs can race; each retry sees the slugs of the winners. */
const MAX_SLUG_RACES = 50;

/** Stores lists and tags. */
@Injectable()
export class LabelsService {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async list(kind: LabelKind, { search, sorting }: LabelFilter): Promise<Label[]> {
    const direction = sorting.direction === 'ASC' ? 'ASC' : 'DESC';
    const rows = await this.db.query<LabelRow>(
      `SELECT ${columns(kind)} FROM ${TABLE[kind]}
        ${search === undefined ? '' : 'WHERE title LIKE :pattern OR slug LIKE LOWER(:pattern) OR description LIKE :pattern'}
        ORDER BY ${SORT_COLUMN[sorting.field]} ${direction}, id ${direction}`,
      { pattern: likeContains(search ?? '') },
    );
    return rows.map(toLabel);
  }

  async get(kind: LabelKind, id: number, reader: Reader = this.db): Promise<Label> {
    const [row] = await reader.query<LabelRow>(`SELECT ${columns(kind)} FROM ${TABLE[kind]} WHERE id = :id`, { id });
    if (!row) throw notFound();
    return toLabel(row);
  }

  /**
   * Creates a label. A missing slug is generated from the title, with a number appended if it is taken.
   * @throws AppError rest_invalid_param for a title or a given slug that is taken.
   */
  async create(kind: LabelKind, input: LabelInput & { readonly title: string }): Promise<Label> {
    const given = readSlug(input.slug);
    const slugRaced = (error: unknown): boolean =>
      given === undefined && violatedUniqueIndex(error) === `ux_${TABLE[kind]}_slug`;
    try {
      return await this.db.racingTransaction(MAX_SLUG_RACES, slugRaced, async (tx) => {
        const slug = given ?? (await this.freeSlug(tx, kind, slugOf(input.title) || kind));
        const now = toTheSecond(this.clock.now());
        const { insertId } = await tx.execute(
          `INSERT INTO ${TABLE[kind]} (title, title_key, slug, description, created_at, updated_at)
           VALUES (:title, :titleKey, :slug, :description, :now, :now)`,
          {
            title: input.title,
            titleKey: titleKey(input.title),
            slug,
            description: input.description ?? null,
            now,
          },
          { changes: TABLE[kind], ids: 'new' },
        );
        if (kind === 'list' && input.isPublic === true)
          await tx.execute(
            'UPDATE lists SET is_public = 1 WHERE id = :id',
            { id: insertId },
            { changes: 'lists', ids: insertId },
          );
        return this.get(kind, insertId, tx);
      });
    } catch (error) {
      throw await nameTaken(this.db, { table: TABLE[kind], noun: NOUN[kind] }, error, {
        title: input.title,
        slug: given,
      });
    }
  }

  /** Changes the given fields. A new title does not change the slug, because others refer to it. */
  async update(kind: LabelKind, id: number, input: LabelInput): Promise<void> {
    const slug = readSlug(input.slug);
    const changes: Record<string, SqlValue> = {
      ...(input.title === undefined ? {} : { title: input.title, title_key: titleKey(input.title) }),
      ...(slug === undefined ? {} : { slug }),
      ...(input.description === undefined ? {} : { description: input.description }),
      ...(input.isPublic === undefined || kind === 'tag' ? {} : { is_public: input.isPublic }),
    };
    const assignments = Object.keys(changes).map((column) => `${column} = :${column}`);
    try {
      await this.db.transaction(async (tx) => {
        const { affectedRows } = await tx.execute(
          `UPDATE ${TABLE[kind]} SET ${[...assignments, 'updated_at = :now'].join(', ')} WHERE id = :id`,
          { ...changes, now: toTheSecond(this.clock.now()), id },
          { changes: TABLE[kind], ids: id },
        );
        if (affectedRows === 0) throw notFound();
      });
    } catch (error) {
      throw await nameTaken(this.db, { table: TABLE[kind], noun: NOUN[kind] }, error, { title: input.title, slug, id });
    }
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
  async known(reader: Reader, kind: LabelKind, ids: readonly number[]): Promise<Map<number, LabelSnapshot>> {
    return (await this.knownOf(reader, { list: [], tag: [], [kind]: ids }))[kind];
  }

  /**
   * Like `known`, for lists and tags in one statement, because every write of a contact needs it.
   * @param references ids and slugs.
   */
  async knownOf(
    reader: Reader,
    references: Readonly<Record<LabelKind, readonly (number | string)[]>>,
  ): Promise<Record<LabelKind, Map<number, LabelSnapshot>>> {
    const found = { list: new Map<number, LabelSnapshot>(), tag: new Map<number, LabelSnapshot>() };
    const params: Record<string, readonly (number | string)[]> = {};
    const selects = LABEL_KINDS.flatMap((kind) =>
      (['id', 'slug'] as const).flatMap((column) => {
        const named = references[kind].filter((each) => (typeof each === 'number') === (column === 'id'));
        if (named.length === 0) return [];
        params[`${kind}_${column}`] = named;
        return [
          `SELECT '${kind}' AS kind, id, title, slug FROM ${TABLE[kind]} WHERE ${column} IN (:${kind}_${column})`,
        ];
      }),
    );
    if (selects.length === 0) return found;
    const rows = await reader.query<LabelSnapshot & { kind: LabelKind }>(selects.join(' UNION ALL '), params);
    for (const { kind, id, title, slug } of rows) found[kind].set(id, { id, title, slug });
    return found;
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
      { changes: TABLE[kind], ids: [] },
    );
    return affectedRows;
  }

  private async freeSlug(tx: Tx, kind: LabelKind, base: string): Promise<string> {
    const rows = await tx.query<{ slug: string }>(`SELECT slug FROM ${TABLE[kind]} WHERE slug LIKE :prefix`, {
      prefix: `${base}%`,
    });
    return firstFree(base, new Set(rows.map(({ slug }) => slug)));
  }
}

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
