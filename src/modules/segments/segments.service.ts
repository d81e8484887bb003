import { insertRecord, updateRecord } from '../../platform/database/records.js';
import { columnsOf } from '../../platform/database/entity-columns.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { toTheSecond } from '../../platform/clock/timestamps.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { AppError, invalidParam, notFound, ValidationErrors } from '../../platform/errors/app-error.js';
import { createNamed, updateNamed } from '../../platform/database/taken-names.js';
import { given } from '../../platform/http/given.js';
import type { Sorting } from '../../platform/http/page.js';
import { likeContains } from '../../platform/sql/like.js';
import { conjunction, type SqlCondition } from '../../platform/sql/named-parameters.js';
import { accepted, readFilledText, readText } from '../../platform/values/read-value.js';
import { slugOf } from '../../platform/text/slug.js';
import { titleKey } from '../../platform/text/title-key.js';
import { ContactRules, type RuleChoice } from '../contacts/listing/contact-selection.js';
import type { Filters } from './filter-language/filter.js';
import { FiltersService } from './filter-language/filters.service.js';
import { Segment } from './segment.entity.js';
import { fromJson } from '../../platform/values/json.js';

export type { FilterRow, Filters } from './filter-language/filter.js';

/** A segment from a request. It is validated as a whole, so that one response names all errors. */
export type SegmentInput = Readonly<Partial<Record<'title' | 'slug' | 'filters' | 'description', unknown>>>;

export const SEGMENT_SORT_FIELDS = ['id', 'title'] as const;
type SegmentSortField = (typeof SEGMENT_SORT_FIELDS)[number];

export interface SegmentSearch {
  readonly search?: string;
  readonly sorting: Sorting<SegmentSortField>;
}

type SegmentRow = Omit<Segment, 'filters' | 'titleKey'> & { readonly filters: string };
export type StoredSegment = Omit<Segment, 'titleKey'>;

/** A validated segment; omitted fields are absent. */
type CheckedSegment = Partial<Pick<StoredSegment, 'title' | 'slug' | 'filters' | 'description'>>;

const NAMED = { table: 'segments', noun: 'Segment' };
const COLUMNS = columnsOf(Segment, 's', ['titleKey']);
const TITLE_LENGTH = 190;
const DESCRIPTION_LENGTH = 10_000;

/** Manages named rules. Their contacts are not stored but queried each time. */
@Injectable()
export class SegmentsService extends ContactRules {
  constructor(
    private readonly db: Database,
    private readonly filters: FiltersService,
    private readonly clock: Clock,
  ) {
    super();
  }

  async list({ search, sorting }: SegmentSearch): Promise<StoredSegment[]> {
    const direction = sorting.direction === 'ASC' ? 'ASC' : 'DESC';
    const rows = await this.db.query<SegmentRow>(
      `SELECT ${COLUMNS} FROM segments s
        ${search === undefined ? '' : 'WHERE title LIKE :pattern OR slug LIKE LOWER(:pattern) OR description LIKE :pattern'}
        ORDER BY ${sorting.field === 'title' ? 'title' : 'id'} ${direction}, id ${direction}`,
      { pattern: likeContains(search ?? '') },
    );
    return rows.map(toSegment);
  }

  async get(id: number, reader: Reader = this.db): Promise<StoredSegment> {
    const segment = await this.find(id, reader);
    if (!segment) throw notFound();
    return segment;
  }

  async find(id: number, reader: Reader = this.db): Promise<StoredSegment | null> {
    const [row] = await reader.query<SegmentRow>(`SELECT ${COLUMNS} FROM segments s WHERE s.id = :id`, { id });
    return row ? toSegment(row) : null;
  }

  async create(input: SegmentInput): Promise<StoredSegment> {
    const { title = '', slug: wanted, filters = [], description = null } = await this.check(input, true);
    return createNamed(this.db, NAMED, { title, slug: wanted }, async (tx, slug) => {
      const now = toTheSecond(this.clock.now());
      const names = { title, titleKey: titleKey(title), slug };
      const segment = { ...names, filters: JSON.stringify(filters), description, createdAt: now, updatedAt: now };
      return this.get(await insertRecord(tx, 'segments', segment), tx);
    });
  }

  /** Changes the given fields. A new title does not change the slug, because others refer to it. */
  async update(id: number, input: SegmentInput): Promise<StoredSegment> {
    await this.get(id);
    const { title, slug, filters, description } = await this.check(input, false);
    const names = { title, titleKey: title && titleKey(title), slug };
    const changes = {
      ...given({ ...names, filters: filters && JSON.stringify(filters), description }),
      updatedAt: toTheSecond(this.clock.now()),
    };
    return updateNamed(this.db, NAMED, { title, slug, id }, async (tx) => {
      await updateRecord(tx, 'segments', id, changes);
      return this.get(id, tx);
    });
  }

  async remove(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { affectedRows } = await tx.delete('segments', id);
      if (affectedRows === 0) throw notFound();
    });
  }

  async conditionFor(id: number): Promise<SqlCondition> {
    return this.compileFilters((await this.get(id)).filters);
  }

  /** Compiles an unnamed rule, stored or from a request. */
  async compileFilters(...rule: Parameters<FiltersService['compile']>): Promise<SqlCondition> {
    return this.filters.compile(...rule);
  }

  override async conditionOf({ segmentId, filters }: RuleChoice): Promise<SqlCondition | undefined> {
    const faults = new ValidationErrors();
    // Text that is not JSON is refused as such.
    const rule = filters === undefined ? null : await this.filters.read(fromJson(filters), 'filters', faults);
    const segment = segmentId === undefined ? null : await this.find(segmentId);
    if (segmentId !== undefined && segment === null) faults.add('segment_id', `unknown: ${segmentId}`);
    faults.throwIfAny();
    return conjunction(
      rule === null ? undefined : await this.compileFilters(rule, 'rule'),
      segment === null ? undefined : await this.compileStored(segment),
    );
  }

  private async compileStored({ filters }: StoredSegment): Promise<SqlCondition> {
    try {
      return await this.compileFilters(filters, 'segment');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw invalidParam('segment_id', 'names a segment whose rule is no longer valid');
    }
  }

  /** Returns the results of all rows for a contact, by group; null for an unknown contact. */
  async rowsHolding(filters: unknown, contactId: number) {
    const { groups, params } = await this.filters.compileRows(filters);
    const columns = groups.flatMap((rows, group) =>
      rows.map(({ condition }, row) => `(${condition}) AS \`${resultName(group, row)}\``),
    );
    const [verdict] = await this.db.query<Record<string, number>>(
      `SELECT ${columns.join(', ')} FROM contacts c WHERE c.id = :contactId`,
      { ...params, contactId },
    );
    if (!verdict) return null;
    return groups.map((rows, group) =>
      rows.map(({ read }, row) => ({ read, row: read.row, holds: verdict[resultName(group, row)] === 1 })),
    );
  }

  private async check({ title, slug, filters, description }: SegmentInput, isNew: boolean): Promise<CheckedSegment> {
    const faults = new ValidationErrors();
    const isRead = (value: unknown): boolean => isNew || value !== undefined;
    const checked = given({
      title: isRead(title) ? accepted(readFilledText(title, TITLE_LENGTH), 'title', faults) : undefined,
      filters: isRead(filters) ? await this.filters.read(filters, 'filters', faults) : undefined,
      slug: readSlug(slug, faults),
      description: readDescription(description, faults),
    });
    faults.throwIfAny();
    return checked;
  }
}

const resultName = (group: number, row: number): string => `${group}.${row}`;

function toSegment(row: SegmentRow): StoredSegment {
  return { ...row, filters: JSON.parse(row.filters) as Filters };
}

/** An empty slug counts as omitted, because HTML forms send empty fields. */
function readSlug(value: unknown, faults: ValidationErrors): string | undefined {
  const text = value === undefined ? '' : accepted(readText(value, TITLE_LENGTH), 'slug', faults);
  if (text === undefined || text === '') return undefined;
  const slug = slugOf(text);
  if (slug === '') faults.add('slug', 'must hold letters or digits');
  return slug;
}

function readDescription(value: unknown, faults: ValidationErrors): string | null | undefined {
  return value === undefined || value === null
    ? value
    : accepted(readText(value, DESCRIPTION_LENGTH), 'description', faults);
}
