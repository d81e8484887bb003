import { Column } from 'typeorm';
import { counter, revocable } from './columns.js';

/** The columns that the rollups of mails share. */
export class EmailCounters {
  @Column(counter) sent!: number;
  @Column(counter) bounced!: number;
  @Column(counter) complained!: number;
  @Column(counter) failed!: number;
  @Column(revocable) opened!: number;
  @Column(revocable) clicked!: number;
  @Column(counter) unsubscribed!: number;
  /** Hits, not mails: a scanner that fetches a link five times counts five. */
  @Column({ ...counter, name: 'machine_opens' }) machineOpens!: number;
  @Column({ ...counter, name: 'machine_clicks' }) machineClicks!: number;
}
