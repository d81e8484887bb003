import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CONTACT_STATUSES, type ContactStatus } from './contact-status.js';

/** One of the shares that the number of contacts in a status is kept in. */
@Entity('contact_counters')
export class ContactCounter {
  @PrimaryColumn({ type: 'enum', enum: CONTACT_STATUSES }) status!: ContactStatus;
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) shard!: number;
  @Column({ type: 'int', unsigned: true, default: 0 }) total!: number;
}
