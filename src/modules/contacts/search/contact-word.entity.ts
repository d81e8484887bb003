import { Entity, PrimaryColumn } from 'typeorm';

/** An index entry: the contact's address or names contain the word. */
@Entity('contact_words')
export class ContactWord {
  @PrimaryColumn({ type: 'binary', length: 8 }) word!: Buffer;
  @PrimaryColumn({ type: 'int', name: 'contact_id', unsigned: true }) contactId!: number;
}
