import { Entity, PrimaryColumn } from 'typeorm';
import { LONGEST_KEY } from './search-text.js';

/** Under which keys a word is found. Words are never taken out: most will be used again. */
@Entity('search_keys')
export class SearchKey {
  @PrimaryColumn({ type: 'varchar', name: 'search_key', length: LONGEST_KEY, collation: 'utf8mb4_bin' })
  searchKey!: string;
  @PrimaryColumn({ type: 'binary', length: 8 }) word!: Buffer;
}
