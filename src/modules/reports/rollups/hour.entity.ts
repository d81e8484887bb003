import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ContactCounters } from './contact-counters.js';
import { EmailCounters } from './email-counters.js';

/** The same of one local hour, by the moment it began. */
@Entity('hourly_stats')
export class Hour {
  @PrimaryColumn({ type: 'datetime' }) hour!: Date;
  @Column(() => EmailCounters, { prefix: false }) emails!: EmailCounters;
  @Column(() => ContactCounters, { prefix: false }) contacts!: ContactCounters;
}
