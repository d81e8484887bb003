import { Entity, PrimaryColumn } from 'typeorm';
import { MAX_KEY_LENGTH } from './search-text.js';

/** A key of a word. Unused words are kept, because most are used again. */
@Entity('search_keys')
export class SearchKey {
  @PrimaryColumn({ type: 'varchar', name: 'search_key', length: MAX_KEY_LENGTH, collation: 'utf8mb4_bin' })
  searchKey!: string;
  @PrimaryColumn({ type: 'binary', length: 8 }) word!: Buffer;
}
