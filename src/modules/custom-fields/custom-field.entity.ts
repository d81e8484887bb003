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

/** Members that a contact has by itself; a custom field of that name would be ambiguous in imports and merge tags. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  // Bodies are stripped of these two, so that nobody could send their values.
  'constructor',
  'prototype',
  // Ours, and on no wire.
  'search_text',
  'id',
  'user_id',
  'hash',
  'email',
  'first_name',
  'last_name',
  'full_name',
  'status',
  'contact_type',
  'phone',
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'country',
  'postal_code',
  'date_of_birth',
  'photo',
  'paused_until',
  'tags',
  'lists',
  'companies',
  'stats',
  'custom_values',
  'created_at',
  'updated_at',
]);

@Entity('custom_fields')
@Index('ux_custom_fields_field_key', ['fieldKey'], { unique: true })
@Index('ux_custom_fields_slug', ['slug'], { unique: true })
export class CustomField {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', name: 'field_key', length: 190, collation: 'utf8mb4_bin' }) fieldKey!: string;
  @Column({ type: 'enum', enum: CUSTOM_FIELD_TYPES }) type!: CustomFieldType;
  @Column({ type: 'varchar', length: 190 }) label!: string;
  @Column({ type: 'varchar', length: 190, collation: 'utf8mb4_bin' }) slug!: string;
  /** A JSON array of texts for the types that offer a choice, else null. Text, because JSON columns differ by server. */
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
  /** Whether contacts see and change their value in the preference centre. */
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
