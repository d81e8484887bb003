import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Progress of the periodic checks for triggers without events: dates and segments. */
@Entity('funnel_watches')
@Index('ix_funnel_watches_next', ['nextAt'])
export class FunnelWatch {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'funnel_id' }) funnelId!: number;
  /** Identifies the date field or segment; the check starts over when it changes. */
  @Column({ type: 'varchar', length: 190, name: 'watched_key' }) watchedKey!: string;
  @Column({ type: 'date', nullable: true }) round!: string | null;
  /** Whether the first pass over the segment is complete. */
  @Column({ type: 'tinyint', unsigned: true, default: 0 }) baseline!: number;
  @Column({ type: 'int', unsigned: true, default: 0 }) position!: number;
  @Column({ type: 'datetime', name: 'next_at', precision: 3 }) nextAt!: Date;
}

@Entity('funnel_watch_members')
export class FunnelWatchMember {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'funnel_id' }) funnelId!: number;
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'contact_id' }) contactId!: number;
}
