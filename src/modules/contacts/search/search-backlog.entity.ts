import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A contact from a bulk write that is not indexed yet. */
@Entity('contact_search_backlog')
export class SearchBacklog {
  @PrimaryColumn({ type: 'int', name: 'contact_id', unsigned: true }) contactId!: number;
  /** The text that the index represents. */
  @Column({ type: 'varchar', name: 'indexed_text', length: 1_000, collation: 'utf8mb4_bin' }) indexedText!: string;
}
