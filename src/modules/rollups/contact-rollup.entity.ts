import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { counter, id, revocable } from './columns.js';

/** Figures of one contact on one local day, for reports about members of lists and tags. */
@Entity('contact_daily_stats')
@Index('ix_contact_daily_stats_contact', ['contactId', 'day'])
export class ContactDay {
  @PrimaryColumn({ type: 'date' }) day!: string;
  @PrimaryColumn({ ...id, name: 'contact_id' }) contactId!: number;
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

/** Status changes of one contact in one local hour; a contact has few such hours. */
@Entity('contact_growth_stats')
@Index('ix_contact_growth_stats_contact', ['contactId', 'hour'])
export class ContactGrowth {
  @PrimaryColumn({ type: 'datetime' }) hour!: Date;
  @PrimaryColumn({ ...id, name: 'contact_id' }) contactId!: number;
  @Column({ ...counter, name: 'new_subscribed' }) newSubscribed!: number;
  @Column({ ...counter, name: 'left_subscribed' }) leftSubscribed!: number;
  @Column({ ...counter, name: 'unsubscribed_contacts' }) unsubscribedContacts!: number;
  @Column({ ...counter, name: 'bounced_contacts' }) bouncedContacts!: number;
  @Column({ ...counter, name: 'complained_contacts' }) complainedContacts!: number;
}

/** All-time activity of one contact, for rankings. Contacts without activity and deleted contacts have no row. */
@Entity('contact_totals')
@Index('ix_contact_totals_activity', ['activity'])
@Index('ix_contact_totals_engagement', ['engagement'])
export class ContactTotal {
  @PrimaryColumn({ ...id, name: 'contact_id' }) contactId!: number;
  @Column(revocable) opened!: number;
  @Column(revocable) clicked!: number;
  @Column({ ...counter, name: 'tracked_events' }) trackedEvents!: number;
  @Column(revocable) orders!: number;
  /** The sum of the counters above. */
  @Column(revocable) activity!: number;
  /** Points as defined in `engagement.ts`; an integer of up to 65 digits. */
  @Column({ type: 'decimal', precision: 65, scale: 0, default: 0 }) engagement!: string;
}
