import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { counter, id } from './columns.js';

/** A contact that came or went in one local hour; there are few such hours in a life. */
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
