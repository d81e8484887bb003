import { Column, Entity, PrimaryColumn } from 'typeorm';
import { EmailCounters } from './email-counters.js';

const counter = { type: 'int', unsigned: true, default: 0 } as const;

/** What happened on one local day, over all campaigns, funnels and single mails, and to contacts. */
@Entity('daily_stats')
export class Day {
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column(() => EmailCounters, { prefix: false }) emails!: EmailCounters;
  @Column({ ...counter, name: 'new_contacts' }) newContacts!: number;
  /** Created as subscribed, or became it. */
  @Column({ ...counter, name: 'new_subscribed' }) newSubscribed!: number;
  /** Subscribed before and no longer, deleted contacts included. */
  @Column({ ...counter, name: 'left_subscribed' }) leftSubscribed!: number;
  @Column({ ...counter, name: 'unsubscribed_contacts' }) unsubscribedContacts!: number;
  @Column({ ...counter, name: 'bounced_contacts' }) bouncedContacts!: number;
  @Column({ ...counter, name: 'complained_contacts' }) complainedContacts!: number;
  @Column({ ...counter, name: 'deleted_contacts' }) deletedContacts!: number;
}
