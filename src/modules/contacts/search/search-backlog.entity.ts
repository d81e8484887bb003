import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A contact that was written in bulk and is indexed right after. */
@Entity('contact_search_backlog')
export class SearchBacklog {
  @PrimaryColumn({ type: 'int', name: 'contact_id', unsigned: true }) contactId!: number;
  /** For which text the index still stands. */
  @Column({ type: 'varchar', name: 'indexed_text', length: 1_000, collation: 'utf8mb4_bin' }) indexedText!: string;
}
