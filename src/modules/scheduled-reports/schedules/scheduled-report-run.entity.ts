import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
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
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.unsigned) reportId!: number;
  /** The days of the period; unique for a manual run, so that the same days can be sent again. */
  @Column({ type: 'varchar', length: 64, ...column.ascii })
  periodKey!: string;
  @Column({ type: 'enum', enum: RUN_STATES }) state!: RunState;
  /** `YYYY-MM-DD`, inclusive. */
  @Column({ type: 'date' }) fromDay!: string;
  @Column({ type: 'date' }) toDay!: string;
  /** The scheduled time; null for a manual run. */
  @Column({ ...column.moment, nullable: true }) scheduledFor!: Date | null;
  /** The next attempt of a waiting run. */
  @Column({ ...column.moment, nullable: true }) dueAt!: Date | null;
  /** Number of failed attempts. */
  @Column({ type: 'tinyint', unsigned: true, default: 0 }) attempts!: number;
  @Column(column.flag) isLate!: number;
  /** Why the run failed or is retried. */
  @Column({ ...column.shortText, nullable: true }) reason!: string | null;
  @Column({ ...column.moment, nullable: true }) ranAt!: Date | null;
  @Column(column.atInsert)
  createdAt!: Date;
}
