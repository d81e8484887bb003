import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { counter, id, revocable } from './columns.js';

/** What one contact has done in all, so that contacts can be ranked. There is no row of who has done nothing or is gone. */
@Entity('contact_totals')
@Index('ix_contact_totals_activity', ['activity'])
@Index('ix_contact_totals_engagement', ['engagement'])
export class ContactTotal {
  @PrimaryColumn({ ...id, name: 'contact_id' }) contactId!: number;
  @Column(revocable) opened!: number;
  @Column(revocable) clicked!: number;
  @Column({ ...counter, name: 'tracked_events' }) trackedEvents!: number;
  @Column(revocable) orders!: number;
  /** The sum of these. */
  @Column(revocable) activity!: number;
  /** Points as `engagement.ts` adds them up; a whole number of up to 65 digits. */
  @Column({ type: 'decimal', precision: 65, scale: 0, default: 0 }) engagement!: string;
}
