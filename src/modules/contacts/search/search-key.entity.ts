import { Entity, PrimaryColumn } from 'typeorm';
import { exact } from '../../../platform/database/columns.js';
import { MAX_KEY_LENGTH } from './search-text.js';

/** A key of a word. Unused words are kept, because most are used again. */
@Entity('search_keys')
export class SearchKey {
  @PrimaryColumn({ type: 'varchar', length: MAX_KEY_LENGTH, ...exact }) searchKey!: string;
  @PrimaryColumn({ type: 'binary', length: 8 }) word!: Buffer;
}
