import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { STEP_OUTCOMES, type StepOutcome } from '../definition/funnel-status.js';

/** The trace. The primary key lets a step run at most once per enrollment. */
@Entity('funnel_step_runs')
@Index('ix_funnel_step_runs_step', ['stepId', 'ranAt'])
export class FunnelStepRun {
  @PrimaryColumn({ type: 'bigint', unsigned: true, name: 'entry_id' }) entryId!: number;
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'step_id' }) stepId!: number;
  @Column({ type: 'enum', enum: STEP_OUTCOMES }) outcome!: StepOutcome;
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  branch!: string | null;
  @Column({ type: 'varchar', length: 190, nullable: true }) detail!: string | null;
  @Column({ type: 'datetime', name: 'arrived_at', precision: 3 }) arrivedAt!: Date;
  @Column({ type: 'datetime', name: 'ran_at', precision: 3 }) ranAt!: Date;
}
