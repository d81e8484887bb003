import { Column, Entity, PrimaryColumn } from 'typeorm';
import { counter, exactText } from './columns.js';

export const REASON_KINDS = ['hard_bounce', 'soft_bounce', 'complaint', 'opt_out', 'opt_out_method'] as const;

/** Why mails came back, were complained about or left by, on one local day; an empty reason is none that was given. */
@Entity('reason_daily_stats')
export class ReasonDay {
  @PrimaryColumn({ type: 'date' }) day!: string;
  @PrimaryColumn({ type: 'enum', enum: REASON_KINDS }) kind!: (typeof REASON_KINDS)[number];
  @PrimaryColumn(exactText) reason!: string;
  @Column(counter) total!: number;
}
