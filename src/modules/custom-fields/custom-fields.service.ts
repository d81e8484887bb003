import { Injectable } from '@nestjs/common';
import { Database, type Tx, type EntityReader } from '../../platform/database/database.js';
import { notFound, ValidationErrors } from '../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../platform/errors/database-errors.js';
import { idsOf } from '../../platform/ids/ids.js';
import { firstFree, slugOf } from '../../platform/text/slug.js';
import { CustomField, type CustomFieldType, isReservedSlug } from './custom-field.entity.js';
import { bySlug, CustomValuesService } from './custom-values.service.js';
import { FIELD_TYPES } from './field-types.js';

/** A requested definition. Omitted settings are unchanged, or generated for a new field. */
export type FieldInput = Partial<
  Pick<CustomField, 'fieldKey' | 'type' | 'label' | 'slug' | 'options'> & { readonly isPublic: boolean }
>;

/** A change, for which all definitions are locked. */
interface Change {
  readonly tx: Tx;
  readonly existing: readonly CustomField[];
  /** Whether options or values in use may be deleted. */
  readonly force: boolean;
  readonly faults: ValidationErrors;
}

const MAX_RACES = 50;

/** Manages custom field definitions. Each change locks all of them, so that keys and slugs stay unique. */
@Injectable()
export class CustomFieldsService {
  constructor(
    private readonly db: Database,
    private readonly values: CustomValuesService,
  ) {}

  /** Returns all definitions in order. */
  async list(reader: EntityReader = this.db): Promise<CustomField[]> {
    return reader.manager.find(CustomField, { order: { position: 'ASC', id: 'ASC' } });
  }

  async create(input: FieldInput): Promise<CustomField> {
    return this.changeAll(false, async (change) => {
      const field = this.prepareNew(change, input);
      change.faults.throwIfAny();
      return change.tx.save(field);
    });
  }

  async update(slug: string, input: FieldInput, force: boolean): Promise<CustomField> {
    return this.changeAll(force, async (change) => {
      const field = named(change, slug);
      await this.change(change, field, input, '');
      change.faults.throwIfAny();
      return change.tx.save(field);
    });
  }

  async remove(slug: string, force: boolean): Promise<void> {
    await this.changeAll(force, async (change) => {
      await this.drop(change, [named(change, slug)], 'slug');
      change.faults.throwIfAny();
    });
  }

  /** Updates fields with an existing slug, creates others, and deletes missing ones, in the order of the inputs. */
  async replaceAll(inputs: readonly FieldInput[], force: boolean): Promise<CustomField[]> {
    return this.changeAll(force, async (change) => {
      const { tx, existing, faults } = change;
      const slugs = new Set(inputs.map(({ slug }) => slug?.toLowerCase()));
      const isNamed = ({ slug }: CustomField): boolean => slugs.has(slug.toLowerCase());
      // Deleted first, which frees their keys and slugs.
      const gone = existing.filter((field) => !isNamed(field));
      await this.drop(change, gone, 'fields');
      const set = existing.filter(isNamed);
      const ordered: CustomField[] = [];
      for (const [index, input] of inputs.entries()) {
        const path = `fields.${index}.`;
        const known = bySlug(set).get(input.slug ?? '');
        if (known && ordered.includes(known)) {
          faults.add(`${path}slug`, 'is named twice');
          continue;
        }
        if (known) await this.change({ ...change, existing: set }, known, input, path);
        const field = known ?? this.prepareNew({ ...change, existing: set }, input, path);
        if (!known) set.push(field);
        field.position = index;
        ordered.push(field);
      }
      faults.throwIfAny();
      for (const field of ordered) await tx.save(field);
      return ordered;
    });
  }

  /** The very first fields may race, because there is no row to lock. */
  private async changeAll<T>(force: boolean, work: (change: Change) => Promise<T>): Promise<T> {
    const isRace = (error: unknown): boolean => violatedUniqueIndex(error) !== null;
    return this.db.racingTransaction(MAX_RACES, isRace, async (tx) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const existing = await tx.manager.find(CustomField, { order: { id: 'ASC' }, lock });
      return work({ tx, existing, force, faults: new ValidationErrors() });
    });
  }

  /** @param path the beginning of the names of members, for errors, here and below. */
  private prepareNew({ tx, existing, faults }: Change, input: FieldInput, path = ''): CustomField {
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

  private async change(change: Change, field: CustomField, input: FieldInput, path: string): Promise<void> {
    const { existing, faults } = change;
    if (input.slug !== undefined && input.slug.toLowerCase() !== field.slug.toLowerCase())
      faults.add(`${path}slug`, 'cannot be changed');
    if (input.label !== undefined) field.label = input.label;
    if (input.isPublic !== undefined) field.isPublic = input.isPublic ? 1 : 0;
    if (input.fieldKey !== undefined && input.fieldKey !== field.fieldKey) {
      const others = existing.filter((other) => other !== field).map(({ fieldKey }) => fieldKey);
      field.fieldKey = firstFree(input.fieldKey, new Set(others), '_');
    }
    const type = input.type ?? field.type;
    const options = readOptions(type, input.options === undefined ? field.options : input.options, path, faults);
    if (type !== field.type) await this.dropValues(change, [field], `${path}type`);
    else await this.dropOptions(change, field, options ?? [], `${path}options`);
    field.type = type;
    field.options = options;
  }

  /** Values of one type are invalid in another, so a change of type deletes them. */
  private async dropValues({ tx, force, faults }: Change, fields: readonly CustomField[], path: string): Promise<void> {
    const ids = idsOf(fields);
    const used = force ? new Set<number>() : await this.values.usedAmong(tx, ids);
    for (const { id, slug } of fields) if (used.has(id)) faults.add(path, inUse(`field '${slug}'`));
    const unused = ids.filter((id) => !used.has(id));
    await this.values.removeFields(tx, unused);
  }

  private async dropOptions(change: Change, field: CustomField, kept: readonly string[], path: string): Promise<void> {
    const { tx, force, faults } = change;
    const dropped = (field.options ?? []).filter((option) => !kept.includes(option));
    if (force) for (const option of dropped) await this.values.removeOption(tx, field, option);
    else {
      const used = await this.values.usedOptions(tx, field, dropped);
      if (used.length > 0) faults.add(path, inUse(`option ${used.map((option) => `'${option}'`).join(', ')}`));
    }
  }

  /** Deletes fields, in a constant number of statements. */
  private async drop(change: Change, fields: readonly CustomField[], path: string): Promise<void> {
    if (fields.length === 0) return;
    await this.dropValues(change, fields, path);
    await change.tx.delete('custom_fields', idsOf(fields));
  }
}

function named({ existing }: Change, slug: string): CustomField {
  const field = bySlug(existing).get(slug);
  if (!field) throw notFound();
  return field;
}

const inUse = (what: string): string => `${what} is in use; force=yes removes it together with its values`;

const SLUG = /^(?=.*[a-z0-9])[a-z0-9_-]+$/i;

function newSlug(input: FieldInput, existing: readonly CustomField[], path: string, faults: ValidationErrors): string {
  const taken = bySlug(existing);
  const wanted = input.slug ?? (slugOf(input.label ?? '', '_') || 'field');
  if (!SLUG.test(wanted)) faults.add(`${path}slug`, 'must hold only letters a to z, digits, _ and -');
  if (isReservedSlug(wanted.toLowerCase())) faults.add(`${path}slug`, `'${wanted.toLowerCase()}' is reserved`);
  if (input.slug === undefined) return firstFree(wanted, new Set(taken.keys()), '_');
  if (taken.has(wanted)) faults.add(`${path}slug`, 'is taken');
  return wanted;
}

type Options = CustomField['options'];

/** Ignores options for types without them. */
function readOptions(type: CustomFieldType, given: Options, path: string, faults: ValidationErrors): Options {
  if (!FIELD_TYPES[type].hasOptions) return null;
  const options = [...new Set((given ?? []).map((option) => option.trim()))];
  if (options.length === 0) faults.add(`${path}options`, 'is required');
  if (options.includes('')) faults.add(`${path}options`, 'must not hold empty options');
  return options;
}
