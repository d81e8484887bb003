import { Column, Entity, PrimaryColumn } from 'typeorm';

const counter = { type: 'int', unsigned: true, default: 0 } as const;
/** What looked human may turn out to have been a machine: its count is taken back, and a share of it may be negative. */
const revocable = { type: 'int', default: 0 } as const;

/** What happened to one contact on one local day, for reports about the members of lists and tags. */
@Entity('contact_daily_stats')
export class ContactDay {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'contact_id' }) contactId!: number;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column(counter) sent!: number;
  @Column(counter) bounced!: number;
  @Column(revocable) opened!: number;
  @Column(revocable) clicked!: number;
  @Column(counter) unsubscribed!: number;
  @Column({ ...counter, name: 'machine_opens' }) machineOpens!: number;
  @Column({ ...counter, name: 'machine_clicks' }) machineClicks!: number;
  @Column({ ...counter, name: 'new_subscribed' }) newSubscribed!: number;
}
