import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { EmailCounters } from './email-counters.js';

/** What became of the mails of one step of a funnel on one local day. */
@Entity('funnel_step_daily_stats')
@Index('ix_funnel_step_daily_stats_day', ['day'])
export class FunnelStepDay {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'step_id' }) stepId!: number;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column(() => EmailCounters, { prefix: false }) emails!: EmailCounters;
}
