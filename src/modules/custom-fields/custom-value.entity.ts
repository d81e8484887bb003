import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { unsigned } from '../../platform/database/columns.js';

/** A contact's value of a custom field: text, or a JSON array of options for a checkbox. */
@Entity('contact_custom_values')
// Of a prefix of the value; `baseline.ts` creates it.
@Index('ix_contact_custom_values_value', { synchronize: false })
export class CustomValue {
  @PrimaryColumn(unsigned) contactId!: number;
  @PrimaryColumn(unsigned) fieldId!: number;
  /** Ignores case and accents; exact comparisons use `COLLATE utf8mb4_bin`. */
  @Column({ type: 'mediumtext', collation: 'utf8mb4_unicode_520_ci' }) value!: string;
}
