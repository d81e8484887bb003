import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { STEP_OUTCOMES, type StepOutcome } from '../funnel-status.js';

/** What was done for whom: the trace. Its key is what makes a step run once per entry at most. */
@Entity('funnel_step_runs')
@Index('ix_funnel_step_runs_step', ['stepId', 'ranAt'])
export class FunnelStepRun {
  @PrimaryColumn({ type: 'bigint', unsigned: true, name: 'entry_id' }) entryId!: number;
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'step_id' }) stepId!: number;
  @Column({ type: 'enum', enum: STEP_OUTCOMES }) outcome!: StepOutcome;
  /** The way that was taken, of a step with several. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  branch!: string | null;
  @Column({ type: 'varchar', length: 190, nullable: true }) detail!: string | null;
  @Column({ type: 'datetime', name: 'arrived_at', precision: 3 }) arrivedAt!: Date;
  @Column({ type: 'datetime', name: 'ran_at', precision: 3 }) ranAt!: Date;
}
