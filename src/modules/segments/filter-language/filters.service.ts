import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type EntityReader } from '../../../platform/database/database.js';
import { AppError, ValidationErrors } from '../../../platform/errors/app-error.js';
import { idsOf } from '../../../platform/ids/ids.js';
import type { SqlParams, SqlCondition } from '../../../platform/sql/named-parameters.js';
import { CustomFieldsService } from '../../custom-fields/custom-fields.service.js';
import { type CompiledRow, compileFilters, compileRows } from './compile-filters.js';
import type { Vocabulary } from './fields.js';
import type { Filters } from './filter.js';
import { type ReadRow, readFilters } from './read-filters.js';

/**
 * Which rows of a stored rule may not name labels or options that were deleted since. These have no members, so a row with a
 * negative operator then matches contacts who were excluded.
 */
export type Strictness = 'no_rows' | 'negative_rows' | 'all_rows';

/** Ids that a rule can name. Rules cannot name deleted campaigns, although their emails still exist. */
const NAMED = {
  tags: 'SELECT id FROM tags WHERE id IN (:ids)',
  lists: 'SELECT id FROM lists WHERE id IN (:ids)',
  companies: 'SELECT id FROM companies WHERE id IN (:ids)',
  campaigns: 'SELECT id FROM campaigns WHERE deleted_at IS NULL AND id IN (:ids)',
} as const;
type Named = keyof typeof NAMED;

/** Validates and compiles rules with the current configuration. */
@Injectable()
export class FiltersService {
  constructor(
    private readonly db: Database,
    private readonly customFields: CustomFieldsService,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Validates a new rule. With errors, the result must not be used. @param path its API name, for errors. */
  async read(input: unknown, path: string, faults: ValidationErrors, reader: EntityReader = this.db): Promise<Filters> {
    const groups = readFilters(input, path, await this.vocabulary(reader), faults);
    await this.checkIds(groups, path, faults, reader);
    return groups.map((rows) => rows.map(({ row }) => row));
  }

  /**
   * Compiles a rule to a condition on a contact `c`. Tags, lists, and companies deleted since have no members.
   * @param prefix prefix of its parameters; two rules in one statement need different ones.
   * @param now reference time for relative days.
   * @param strict at least `negative_rows` if the contacts may get emails; `all_rows` if contacts who do not match may, too.
   * @throws AppError rest_invalid_param for a rule that is no longer valid, such as one with a deleted custom field: ignoring
   * a row would select other contacts.
   */
  async compile(
    filters: unknown,
    prefix = 'filter',
    reader: EntityReader = this.db,
    now = this.clock.now(),
    strict: Strictness = 'no_rows',
  ): Promise<SqlCondition> {
    return compileFilters(await this.validated(filters, reader, strict), now, prefix);
  }

  /** Compiles each row separately, by group. */
  async compileRows(filters: unknown): Promise<{ groups: CompiledRow[][]; params: SqlParams }> {
    return compileRows(await this.validated(filters, this.db, 'no_rows'), this.clock.now());
  }

  /** Reads a stored rule, to compile it later. @throws AppError as `compile`. */
  async validated(filters: unknown, reader: EntityReader, strict: Strictness): Promise<ReadRow[][]> {
    const [groups = []] = await this.validatedAll([filters], reader, strict);
    if (groups instanceof AppError) throw groups;
    return groups;
  }

  /** Reads several stored rules in as many statements as one. @returns the error in place of a rule that is not valid. */
  async validatedAll(
    all: readonly unknown[],
    reader: EntityReader,
    strict: Strictness,
  ): Promise<(ReadRow[][] | AppError)[]> {
    if (all.length === 0) return [];
    const vocabulary = await this.vocabulary(reader);
    const rules = all.map((filters) => {
      const faults = new ValidationErrors();
      const groups = readFilters(filters, 'filters', vocabulary, faults, false);
      return { faults, groups: faults.isEmpty ? groups : [] };
    });
    const known = await this.known(
      rules.flatMap(({ groups }) => groups),
      reader,
    );
    return rules.map(({ faults, groups }) => {
      const existing = groups.map((rows, group) =>
        rows.map((read, row) => {
          const current = withoutDeleted(read, known, vocabulary);
          if (current !== read && (strict === 'all_rows' || (strict === 'negative_rows' && read.negated)))
            faults.add(`filters.${group}.${row}.value`, 'names what was deleted');
          return current;
        }),
      );
      return faults.toError() ?? existing;
    });
  }

  private async vocabulary(reader: EntityReader): Promise<Vocabulary> {
    return { contactTypes: this.config.contactTypes, customFields: await this.customFields.list(reader) };
  }

  private async checkIds(
    groups: readonly (readonly ReadRow[])[],
    path: string,
    faults: ValidationErrors,
    reader: EntityReader,
  ): Promise<void> {
    const known = await this.known(groups, reader);
    for (const [group, rows] of groups.entries())
      for (const [row, read] of rows.entries()) {
        const unknown = idsIn(read).filter((id) => !known[namedBy(read)].has(id));
        faults.addUnknown(`${path}.${group}.${row}.value`, unknown);
      }
  }

  private async known(
    groups: readonly (readonly ReadRow[])[],
    reader: EntityReader,
  ): Promise<Record<Named, ReadonlySet<number>>> {
    const named: Record<Named, Set<number>> = {
      tags: new Set(),
      lists: new Set(),
      companies: new Set(),
      campaigns: new Set(),
    };
    for (const read of groups.flat()) for (const id of idsIn(read)) named[namedBy(read)].add(id);
    for (const [kind, ids] of Object.entries(named) as [Named, Set<number>][])
      if (ids.size > 0)
        named[kind] = new Set(idsOf(await reader.query<{ id: number }>(NAMED[kind], { ids: [...ids] })));
    return named;
  }
}

function namedBy({ place }: ReadRow): Named {
  return place.in === 'membership' ? place.of : 'campaigns';
}

function idsIn({ place, test }: ReadRow): number[] {
  if (place.in !== 'membership' && place.in !== 'campaign_emails') return [];
  return test.kind === 'one_of' || test.kind === 'all_of' ? test.values.map(Number) : [];
}

/** Removes deleted labels, whose memberships are removed only later, and options. @returns the row itself if it names none. */
function withoutDeleted(
  read: ReadRow,
  known: Record<Named, ReadonlySet<number>>,
  { customFields }: Vocabulary,
): ReadRow {
  const { place, test } = read;
  if (test.kind !== 'one_of' && test.kind !== 'all_of') return read;
  const options = place.in === 'custom' ? customFields.find(({ id }) => id === place.fieldId)?.options : null;
  const values = test.values.filter((value) =>
    place.in === 'membership' ? known[place.of].has(Number(value)) : (options?.includes(String(value)) ?? true),
  );
  if (values.length === test.values.length) return read;
  return { ...read, test: test.kind === 'all_of' ? { kind: 'one_of', values: [] } : { ...test, values } };
}
