import { Column } from 'typeorm';
import { counter, revocable } from './columns.js';

/** What became of contacts, and what they did elsewhere. */
export class ContactCounters {
  @Column({ ...counter, name: 'new_contacts' }) newContacts!: number;
  /** Created as subscribed, or became it. */
  @Column({ ...counter, name: 'new_subscribed' }) newSubscribed!: number;
  /** Subscribed before and no longer, deleted contacts included. */
  @Column({ ...counter, name: 'left_subscribed' }) leftSubscribed!: number;
  @Column({ ...counter, name: 'unsubscribed_contacts' }) unsubscribedContacts!: number;
  @Column({ ...counter, name: 'bounced_contacts' }) bouncedContacts!: number;
  @Column({ ...counter, name: 'complained_contacts' }) complainedContacts!: number;
  @Column({ ...counter, name: 'deleted_contacts' }) deletedContacts!: number;
  @Column({ ...counter, name: 'tracked_events' }) trackedEvents!: number;
  @Column(revocable) orders!: number;
}
