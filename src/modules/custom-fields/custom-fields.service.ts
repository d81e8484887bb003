import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import type { EntityReader } from '../../platform/database/reader.js';
import { notFound } from '../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../platform/errors/database-errors.js';
import { Faults } from '../../platform/errors/faults.js';
import { firstFree, slugOf } from '../../platform/text/slug.js';
import { CustomField, type CustomFieldType, RESERVED_SLUGS } from './custom-field.entity.js';
import { CustomValuesService } from './custom-values.service.js';
import { FIELD_TYPES } from './field-types.js';

/** A definition as somebody wants it. What is left out stays as it is, or is made up for a new field. */
export interface FieldInput {
  readonly fieldKey?: string;
  readonly type?: CustomFieldType;
  readonly label?: string;
  readonly slug?: string;
  readonly options?: readonly string[] | null;
  /** Whether contacts see and change their value in the preference centre. */
  readonly isPublic?: boolean;
}

const MAX_RACES = 50;

/** The definitions of custom fields. Who changes any of them holds all of them, so that keys and slugs stay unique. */
@Injectable()
export class CustomFieldsService {
  constructor(
    private readonly db: Database,
    private readonly values: CustomValuesService,
  ) {}

  /** All definitions in their order. */
  async list(reader: EntityReader = this.db): Promise<CustomField[]> {
    return reader.manager.find(CustomField, { order: { position: 'ASC', id: 'ASC' } });
  }

  /** @throws AppError rest_invalid_param naming everything that is wrong with the field. */
  async create(input: FieldInput): Promise<CustomField> {
    return this.changeAll(async (tx, existing) => {
      const faults = new Faults();
      const field = this.prepareNew(tx, input, existing, '', faults);
      faults.throwIfAny();
      return tx.save(field);
    });
  }

  /**
   * @param force whether options or values in use may be lost.
   * @throws AppError rest_post_invalid_id; rest_invalid_param, also for a change that would lose values without `force`.
   */
  async update(slug: string, input: FieldInput, force: boolean): Promise<CustomField> {
    return this.changeAll(async (tx, existing) => {
      const field = existing.find((candidate) => candidate.slug === slug);
      if (!field) throw notFound();
      const faults = new Faults();
      await this.change(tx, field, input, existing, '', force, faults);
      faults.throwIfAny();
      return tx.save(field);
    });
  }

  /** @throws AppError rest_post_invalid_id; rest_invalid_param for a field in use without `force`. */
  async remove(slug: string, force: boolean): Promise<void> {
    await this.changeAll(async (tx, existing) => {
      const field = existing.find((candidate) => candidate.slug === slug);
      if (!field) throw notFound();
      const faults = new Faults();
      await this.drop(tx, [field], force, 'slug', faults);
      faults.throwIfAny();
    });
  }

  /**
   * Makes the set exactly this one, in this order. A definition whose slug exists changes that field; every other one is
   * new; fields that are not named go.
   * @throws AppError rest_invalid_param naming the faults of all definitions by their place (`fields.2.options`).
   */
  async replaceAll(inputs: readonly FieldInput[], force: boolean): Promise<CustomField[]> {
    return this.changeAll(async (tx, existing) => {
      const faults = new Faults();
      const named = new Set(inputs.map(({ slug }) => slug));
      // Gone before anything new is prepared: their keys and slugs are free again.
      const gone = existing.filter(({ slug }) => !named.has(slug));
      await this.drop(tx, gone, force, 'fields', faults);
      const set = existing.filter(({ slug }) => named.has(slug));
      const ordered: CustomField[] = [];
      for (const [index, input] of inputs.entries()) {
        const path = `fields.${index}.`;
        const known = set.find(({ slug }) => slug === input.slug);
        if (known && ordered.includes(known)) {
          faults.add(`${path}slug`, 'is named twice');
          continue;
        }
        if (known) await this.change(tx, known, input, set, path, force, faults);
        const field = known ?? this.prepareNew(tx, input, set, path, faults);
        if (!known) set.push(field);
        field.position = index;
        ordered.push(field);
      }
      faults.throwIfAny();
      for (const field of ordered) await tx.save(field);
      return ordered;
    });
  }

  /** Runs `work` with every definition locked. The first two fields of all may still race, for there is nothing to lock. */
  private async changeAll<T>(work: (tx: Tx, existing: CustomField[]) => Promise<T>): Promise<T> {
    const isRace = (error: unknown): boolean => violatedUniqueIndex(error) !== null;
    return this.db.racingTransaction(MAX_RACES, isRace, async (tx) => {
      const existing = await tx.manager.find(CustomField, {
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      });
      return work(tx, existing);
    });
  }

  private prepareNew(
    tx: Tx,
    input: FieldInput,
    existing: readonly CustomField[],
    path: string,
    faults: Faults,
  ): CustomField {
    const type = input.type ?? 'text';
    if (input.type === undefined) faults.add(`${path}type`, 'is required');
    const label = input.label ?? '';
    if (label === '') faults.add(`${path}label`, 'is required');
    return tx.manager.create(CustomField, {
      type,
      label,
      slug: newSlug(input, existing, path, faults),
      fieldKey: firstFree(input.fieldKey ?? type, new Set(existing.map(({ fieldKey }) => fieldKey)), '_'),
      options: readOptions(type, input.options ?? null, path, faults),
      isPublic: input.isPublic === true ? 1 : 0,
      position: Math.max(-1, ...existing.map(({ position }) => position)) + 1,
    });
  }

  private async change(
    tx: Tx,
    field: CustomField,
    input: FieldInput,
    existing: readonly CustomField[],
    path: string,
    force: boolean,
    faults: Faults,
  ): Promise<void> {
    if (input.slug !== undefined && input.slug !== field.slug) faults.add(`${path}slug`, 'cannot be changed');
    if (input.label !== undefined) field.label = input.label;
    if (input.isPublic !== undefined) field.isPublic = input.isPublic ? 1 : 0;
    if (input.fieldKey !== undefined && input.fieldKey !== field.fieldKey) {
      const others = existing.filter((other) => other !== field).map(({ fieldKey }) => fieldKey);
      field.fieldKey = firstFree(input.fieldKey, new Set(others), '_');
    }
    const type = input.type ?? field.type;
    const options = readOptions(type, input.options === undefined ? field.options : input.options, path, faults);
    if (type !== field.type) await this.dropValues(tx, [field], force, `${path}type`, faults);
    else await this.dropOptions(tx, field, options ?? [], force, `${path}options`, faults);
    field.type = type;
    field.options = options;
  }

  /** Values of one type mean nothing in another, so a change of type loses them. */
  private async dropValues(
    tx: Tx,
    fields: readonly CustomField[],
    force: boolean,
    path: string,
    faults: Faults,
  ): Promise<void> {
    const ids = fields.map(({ id }) => id);
    const used = force ? new Set<number>() : await this.values.usedAmong(tx, ids);
    for (const { id, slug } of fields) if (used.has(id)) faults.add(path, inUse(`field '${slug}'`));
    await this.values.removeFields(
      tx,
      ids.filter((id) => !used.has(id)),
    );
  }

  private async dropOptions(
    tx: Tx,
    field: CustomField,
    options: readonly string[],
    force: boolean,
    path: string,
    faults: Faults,
  ): Promise<void> {
    const dropped = (field.options ?? []).filter((option) => !options.includes(option));
    if (force) for (const option of dropped) await this.values.removeOption(tx, field, option);
    else {
      const used = await this.values.usedOptions(tx, field, dropped);
      if (used.length > 0) faults.add(path, inUse(`option ${used.map((option) => `'${option}'`).join(', ')}`));
    }
  }

  /** However many there are: a set that is replaced may be large. */
  private async drop(
    tx: Tx,
    fields: readonly CustomField[],
    force: boolean,
    path: string,
    faults: Faults,
  ): Promise<void> {
    if (fields.length === 0) return;
    await this.dropValues(tx, fields, force, path, faults);
    await tx.execute('DELETE FROM custom_fields WHERE id IN (:ids)', { ids: fields.map(({ id }) => id) });
  }
}

const inUse = (what: string): string => `${what} is in use; force=yes removes it together with its values`;

function newSlug(input: FieldInput, existing: readonly CustomField[], path: string, faults: Faults): string {
  const taken = new Set(existing.map(({ slug }) => slug));
  const wished = slugOf(input.slug ?? input.label ?? '', '_');
  if (RESERVED_SLUGS.has(wished)) faults.add(`${path}slug`, `'${wished}' is reserved`);
  if (input.slug === undefined) return firstFree(wished === '' ? 'field' : wished, taken, '_');
  if (wished === '') faults.add(`${path}slug`, 'must hold letters or digits');
  if (taken.has(wished)) faults.add(`${path}slug`, 'is taken');
  return wished;
}

/** Types without a choice have no options, whatever is sent. */
function readOptions(
  type: CustomFieldType,
  given: readonly string[] | null,
  path: string,
  faults: Faults,
): string[] | null {
  if (!FIELD_TYPES[type].hasOptions) return null;
  const options = [...new Set((given ?? []).map((option) => option.trim()))];
  if (options.length === 0) faults.add(`${path}options`, 'is required');
  if (options.includes('')) faults.add(`${path}options`, 'must not hold empty options');
  return options;
}
