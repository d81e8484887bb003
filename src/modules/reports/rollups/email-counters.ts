import { Column } from 'typeorm';

const counter = { type: 'int', unsigned: true, default: 0 } as const;
/** What looked human may turn out to have been a machine: its count is taken back, and a share of it may be negative. */
const revocable = { type: 'int', default: 0 } as const;

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
