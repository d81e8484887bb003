import { Column, Entity, PrimaryColumn } from 'typeorm';
import { exact, unsigned } from '../../../platform/database/columns.js';

/** A contact from a bulk write that is not indexed yet. */
@Entity('contact_search_backlog')
export class SearchBacklog {
  @PrimaryColumn(unsigned) contactId!: number;
  /** The text that the index represents. */
  @Column({ type: 'varchar', length: 1_000, ...exact }) indexedText!: string;
}
