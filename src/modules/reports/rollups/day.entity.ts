import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ContactCounters } from './contact-counters.js';
import { EmailCounters } from './email-counters.js';

/** What happened on one local day, over all campaigns, funnels and single mails, and to contacts. */
@Entity('daily_stats')
export class Day {
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column(() => EmailCounters, { prefix: false }) emails!: EmailCounters;
  @Column(() => ContactCounters, { prefix: false }) contacts!: ContactCounters;
}
