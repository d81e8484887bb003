import { Column, Entity, Index, PrimaryGeneratedColumn, PrimaryColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';

export const CUSTOM_FIELD_TYPES = [
  'text',
  'textarea',
  'select-one',
  'checkbox',
  'radio',
  'number',
  'date',
  'url',
  'email',
] as const;
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number];

/** Characters of free texts. */
export const MAX_LENGTH = { text: 2_048, textarea: 65_536 } as const;

/** Keys that are lost when a body is read, and members of a contact that are not fields. */
const RESERVED_SLUGS = new Set([
  ...['prototype', ...Object.getOwnPropertyNames(Object.prototype).map((name) => name.toLowerCase())],
  ...['full_name', 'tags', 'lists', 'companies', 'stats', 'custom_values'],
]);

/** Reserves slugs that would collide with built-in contact members. */
export function reserveSlugs(names: readonly string[]): void {
  for (const name of names) RESERVED_SLUGS.add(name);
}

export const isReservedSlug = (slug: string): boolean => RESERVED_SLUGS.has(slug);

@Entity('custom_fields')
@Index('ux_custom_fields_field_key', ['fieldKey'], { unique: true })
@Index('ux_custom_fields_slug', ['slug'], { unique: true })
export class CustomField {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column({ ...column.shortText, ...column.exact }) fieldKey!: string;
  @Column({ type: 'enum', enum: CUSTOM_FIELD_TYPES }) type!: CustomFieldType;
  @Column(column.shortText) label!: string;
  /** As it was written; unique and found regardless of case. */
  @Column({ ...column.shortText, collation: 'utf8mb4_unicode_520_ci' }) slug!: string;
  /** A JSON array of strings for types with options, else null. TEXT, because JSON columns differ by server. */
  @Column({ type: 'mediumtext', nullable: true, transformer: column.asJson<readonly string[] | null>() }) options!:
    | readonly string[]
    | null;
  @Column(column.unsigned) position!: number;
  /** Whether contacts see and change their value in the preference center. */
  @Column(column.flag) isPublic!: number;
  @Column(column.secondAtInsert) createdAt!: Date;
  @Column({ ...column.secondAtInsert, onUpdate: 'CURRENT_TIMESTAMP' }) updatedAt!: Date;
}

/** A contact's value of a custom field: text, or a JSON array of options for a checkbox. */
@Entity('contact_custom_values')
// Of a prefix of the value; `baseline.ts` creates it.
@Index('ix_contact_custom_values_value', { synchronize: false })
export class CustomValue {
  @PrimaryColumn(column.unsigned) contactId!: number;
  @PrimaryColumn(column.unsigned) fieldId!: number;
  /** Ignores case and accents; exact comparisons use `COLLATE utf8mb4_bin`. */
  @Column({ type: 'mediumtext', collation: 'utf8mb4_unicode_520_ci' }) value!: string;
}
