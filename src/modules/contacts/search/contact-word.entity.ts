import { Entity, PrimaryColumn } from 'typeorm';
import { unsigned } from '../../../platform/database/columns.js';

/** An index entry: the contact's address or names contain the word. */
@Entity('contact_words')
export class ContactWord {
  @PrimaryColumn({ type: 'binary', length: 8 }) word!: Buffer;
  @PrimaryColumn(unsigned) contactId!: number;
}
