import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A contact's value of a custom field: text, or a JSON array of options for a checkbox. */
@Entity('contact_custom_values')
// Of a prefix of the value; `baseline.ts` creates it.
@Index('ix_contact_custom_values_value', { synchronize: false })
export class CustomValue {
  @PrimaryColumn({ type: 'int', name: 'contact_id', unsigned: true }) contactId!: number;
  @PrimaryColumn({ type: 'int', name: 'field_id', unsigned: true }) fieldId!: number;
  /** Ignores case and accents; exact comparisons use `COLLATE utf8mb4_bin`. */
  @Column({ type: 'mediumtext', collation: 'utf8mb4_unicode_520_ci' }) value!: string;
}
