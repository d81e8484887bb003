import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { counter, revocable } from './columns.js';

/** What happened to one contact on one local day, for reports about the members of lists and tags. */
@Entity('contact_daily_stats')
@Index('ix_contact_daily_stats_contact', ['contactId', 'day'])
export class ContactDay {
  @PrimaryColumn({ type: 'date' }) day!: string;
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'contact_id' }) contactId!: number;
  @Column(counter) sent!: number;
  @Column(counter) bounced!: number;
  @Column(revocable) opened!: number;
  @Column(revocable) clicked!: number;
  @Column(counter) unsubscribed!: number;
  @Column({ ...counter, name: 'machine_opens' }) machineOpens!: number;
  @Column({ ...counter, name: 'machine_clicks' }) machineClicks!: number;
  @Column({ ...counter, name: 'new_subscribed' }) newSubscribed!: number;
  @Column(counter) complained!: number;
  @Column({ ...counter, name: 'tracked_events' }) trackedEvents!: number;
  @Column(revocable) orders!: number;
}
