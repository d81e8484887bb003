import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { StateMachine } from '../../../platform/work/states.js';

/** `missed`: no worker was running at the end of the period, and a later period was sent instead. */
export const RUN_STATES = ['waiting', 'sent', 'missed', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];

export const RUNS = new StateMachine('run', 'scheduled_report_runs.state', RUN_STATES, {
  initial: ['waiting', 'missed'],
  terminal: ['sent', 'missed', 'failed'],
  events: {
    send: { from: ['waiting'], to: 'sent' },
    miss: { from: ['waiting'], to: 'missed' },
    fail: { from: ['waiting'], to: 'failed' },
  },
});

/** One run of a scheduled report, either scheduled or requested manually. */
@Entity('scheduled_report_runs')
@Index('ux_scheduled_report_runs_period', ['reportId', 'periodKey'], { unique: true })
@Index('ix_scheduled_report_runs_due', ['state', 'dueAt'])
export class ScheduledReportRun {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'report_id' }) reportId!: number;
  /** The days of the period; unique for a manual run, so that the same days can be sent again. */
  @Column({ type: 'varchar', name: 'period_key', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  periodKey!: string;
  @Column({ type: 'enum', enum: RUN_STATES }) state!: RunState;
  /** `YYYY-MM-DD`, inclusive. */
  @Column({ type: 'date', name: 'from_day' }) fromDay!: string;
  @Column({ type: 'date', name: 'to_day' }) toDay!: string;
  /** The scheduled time; null for a manual run. */
  @Column({ type: 'datetime', name: 'scheduled_for', precision: 3, nullable: true }) scheduledFor!: Date | null;
  /** The next attempt of a waiting run. */
  @Column({ type: 'datetime', name: 'due_at', precision: 3, nullable: true }) dueAt!: Date | null;
  /** Number of failed attempts. */
  @Column({ type: 'tinyint', unsigned: true, default: 0 }) attempts!: number;
  @Column({ type: 'tinyint', unsigned: true, name: 'is_late', default: 0 }) isLate!: number;
  /** Why the run failed or is retried. */
  @Column({ type: 'varchar', length: 190, nullable: true }) reason!: string | null;
  @Column({ type: 'datetime', name: 'ran_at', precision: 3, nullable: true }) ranAt!: Date | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
