import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How far the search for those who are to enter has come, of funnels whose trigger nobody reports: dates and segments. */
@Entity('funnel_watches')
@Index('ix_funnel_watches_next', ['nextAt'])
export class FunnelWatch {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'funnel_id' }) funnelId!: number;
  /** What is watched; when the funnel watches something else, the search begins anew. */
  @Column({ type: 'varchar', length: 190, name: 'watched_key' }) watchedKey!: string;
  /** The local day that is being gone through, of dates. */
  @Column({ type: 'date', nullable: true }) round!: string | null;
  /** Whether who was in the segment before is known. */
  @Column({ type: 'tinyint', unsigned: true, default: 0 }) baseline!: number;
  /** The last contact that was looked at. */
  @Column({ type: 'int', unsigned: true, default: 0 }) position!: number;
  @Column({ type: 'datetime', name: 'next_at', precision: 3 }) nextAt!: Date;
}

/** Who was in the watched segment when it was looked at last. */
@Entity('funnel_watch_members')
export class FunnelWatchMember {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'funnel_id' }) funnelId!: number;
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'contact_id' }) contactId!: number;
}
