import { Entity, PrimaryColumn } from 'typeorm';

/** Whose address or names hold a word. */
@Entity('contact_words')
export class ContactWord {
  @PrimaryColumn({ type: 'binary', length: 8 }) word!: Buffer;
  @PrimaryColumn({ type: 'int', name: 'contact_id', unsigned: true }) contactId!: number;
}
