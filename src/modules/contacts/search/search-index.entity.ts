import { Column, Entity, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import { MAX_KEY_LENGTH } from './search-text.js';

/** An index entry: the contact's address or names contain the word. */
@Entity('contact_words')
export class ContactWord {
  @PrimaryColumn({ type: 'binary', length: 8 }) word!: Buffer;
  @PrimaryColumn(column.unsigned) contactId!: number;
}

/** A key of a word. Unused words are kept, because most are used again. */
@Entity('search_keys')
export class SearchKey {
  @PrimaryColumn({ type: 'varchar', length: MAX_KEY_LENGTH, ...column.exact }) searchKey!: string;
  @PrimaryColumn({ type: 'binary', length: 8 }) word!: Buffer;
}

/** A contact from a bulk write that is not indexed yet. */
@Entity('contact_search_backlog')
export class SearchBacklog {
  @PrimaryColumn(column.unsigned) contactId!: number;
  /** The text that the index represents. */
  @Column({ type: 'varchar', length: 1_000, ...column.exact }) indexedText!: string;
}
