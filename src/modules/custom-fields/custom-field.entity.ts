import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

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

const RESERVED_SLUGS = new Set([
  // Object keys that JSON parsing strips, so their values could never be sent.
  'constructor',
  'prototype',
  // Members of a contact that are not fields.
  'full_name',
  'tags',
  'lists',
  'companies',
  'stats',
  'custom_values',
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
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', name: 'field_key', length: 190, collation: 'utf8mb4_bin' }) fieldKey!: string;
  @Column({ type: 'enum', enum: CUSTOM_FIELD_TYPES }) type!: CustomFieldType;
  @Column({ type: 'varchar', length: 190 }) label!: string;
  /** As it was written; unique and found regardless of case. */
  @Column({ type: 'varchar', length: 190, collation: 'utf8mb4_unicode_520_ci' }) slug!: string;
  /** A JSON array of strings for types with options, else null. TEXT, because JSON columns differ by server. */
  @Column({
    type: 'mediumtext',
    nullable: true,
    transformer: {
      to: (options: readonly string[] | null) => (options === null ? null : JSON.stringify(options)),
      from: (text: string | null) => (text === null ? null : (JSON.parse(text) as string[])),
    },
  })
  options!: string[] | null;
  @Column({ type: 'int', unsigned: true }) position!: number;
  /** Whether contacts see and change their value in the preference center. */
  @Column({ type: 'tinyint', unsigned: true, name: 'is_public', default: 0 }) isPublic!: number;
  @Column({ type: 'datetime', name: 'created_at', precision: 0, default: () => 'CURRENT_TIMESTAMP' })
  createdAt!: Date;
  @Column({
    type: 'datetime',
    name: 'updated_at',
    precision: 0,
    default: () => 'CURRENT_TIMESTAMP',
    onUpdate: 'CURRENT_TIMESTAMP',
  })
  updatedAt!: Date;
}
