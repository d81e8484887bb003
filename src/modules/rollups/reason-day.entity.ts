import { Column, Entity, PrimaryColumn } from 'typeorm';
import { counter, exactText } from './columns.js';
import { REASON_KINDS, type ReasonKind } from './counters.js';

/** Reasons of bounces, complaints, and opt-outs on one local day; an empty reason means that none was given. */
@Entity('reason_daily_stats')
export class ReasonDay {
  @PrimaryColumn({ type: 'date' }) day!: string;
  @PrimaryColumn({ type: 'enum', enum: REASON_KINDS }) kind!: ReasonKind;
  @PrimaryColumn(exactText) reason!: string;
  @Column(counter) total!: number;
}
