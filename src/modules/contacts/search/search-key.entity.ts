import { Entity, PrimaryColumn } from 'typeorm';
import { LONGEST_KEY } from './search-text.js';

/** A key of a word. Unused words are kept, because most are used again. */
@Entity('search_keys')
export class SearchKey {
  @PrimaryColumn({ type: 'varchar', name: 'search_key', length: LONGEST_KEY, collation: 'utf8mb4_bin' })
  searchKey!: string;
  @PrimaryColumn({ type: 'binary', length: 8 }) word!: Buffer;
}
