import { Column, Entity, PrimaryColumn } from 'typeorm';
import { count } from '../../../platform/database/columns.js';
import { CONTACT_STATUSES, type ContactStatus } from '../contact/contact-status.js';

/** One shard of the number of contacts with a status. */
@Entity('contact_counters')
export class ContactCounter {
  @PrimaryColumn({ type: 'enum', enum: CONTACT_STATUSES }) status!: ContactStatus;
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) shard!: number;
  @Column(count) total!: number;
}
