import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CONTACT_STATUSES, type ContactStatus } from '../contact/contact-status.js';

/** One shard of the number of contacts with a status. */
@Entity('contact_counters')
export class ContactCounter {
  @PrimaryColumn({ type: 'enum', enum: CONTACT_STATUSES }) status!: ContactStatus;
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) shard!: number;
  @Column({ type: 'int', unsigned: true, default: 0 }) total!: number;
}
