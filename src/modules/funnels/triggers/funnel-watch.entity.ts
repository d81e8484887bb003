import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

/** Progress of the periodic checks for triggers without events: dates, and contacts who were in a segment before. */
@Entity('funnel_watches')
@Index('ix_funnel_watches_next', ['nextAt'])
export class FunnelWatch {
  @PrimaryColumn(column.unsigned) funnelId!: number;
  /** Identifies the date field or segment; the check starts over when it changes. */
  @Column(column.shortText) watchedKey!: string;
  @Column({ type: 'date', nullable: true }) round!: string | null;
  /** Whether the contacts of the segment are enrolled. */
  @Column(column.flag) baseline!: number;
  @Column(column.count) position!: number;
  @Column(column.moment) nextAt!: Date;
}

/** Of earlier versions, whose workers may run beside this one. */
@Entity('funnel_watch_members')
export class FunnelWatchMember {
  @PrimaryColumn(column.unsigned) funnelId!: number;
  @PrimaryColumn(column.unsigned) contactId!: number;
}
