import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** `missed` is a period that nobody was there to report; a later one took its place. */
export const RUN_STATES = ['waiting', 'sent', 'missed', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** One mailing of a scheduled report: of a period that ended, or asked for by hand. */
@Entity('scheduled_report_runs')
@Index('ux_scheduled_report_runs_period', ['reportId', 'periodKey'], { unique: true })
@Index('ix_scheduled_report_runs_due', ['state', 'dueAt'])
export class ScheduledReportRun {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'report_id' }) reportId!: number;
  /** The days; one that is asked for by hand has a name of its own, so that the same days can be mailed again. */
  @Column({ type: 'varchar', name: 'period_key', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  periodKey!: string;
  @Column({ type: 'enum', enum: RUN_STATES }) state!: RunState;
  /** `YYYY-MM-DD`, both included. */
  @Column({ type: 'date', name: 'from_day' }) fromDay!: string;
  @Column({ type: 'date', name: 'to_day' }) toDay!: string;
  /** When it was to be mailed; null for one that was asked for by hand. */
  @Column({ type: 'datetime', name: 'scheduled_for', precision: 3, nullable: true }) scheduledFor!: Date | null;
  /** Of a waiting one: the next attempt. */
  @Column({ type: 'datetime', name: 'due_at', precision: 3, nullable: true }) dueAt!: Date | null;
  /** How many have failed. */
  @Column({ type: 'tinyint', unsigned: true, default: 0 }) attempts!: number;
  @Column({ type: 'tinyint', unsigned: true, name: 'is_late', default: 0 }) isLate!: number;
  /** Why it failed, or is tried again. */
  @Column({ type: 'varchar', length: 190, nullable: true }) reason!: string | null;
  @Column({ type: 'datetime', name: 'ran_at', precision: 3, nullable: true }) ranAt!: Date | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
