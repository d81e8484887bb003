import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import { STEP_OUTCOMES, type StepOutcome } from '../definition/funnel-status.js';

/** The trace. The primary key lets a step run at most once per enrollment. */
@Entity('funnel_step_runs')
@Index('ix_funnel_step_runs_step', ['stepId', 'ranAt'])
export class FunnelStepRun {
  @PrimaryColumn(column.bigUnsigned) entryId!: number;
  @PrimaryColumn(column.unsigned) stepId!: number;
  @Column({ type: 'enum', enum: STEP_OUTCOMES }) outcome!: StepOutcome;
  @Column({ type: 'varchar', length: 64, ...column.ascii, nullable: true }) branch!: string | null;
  @Column({ ...column.shortText, nullable: true }) detail!: string | null;
  @Column(column.moment) arrivedAt!: Date;
  @Column(column.moment) ranAt!: Date;
}
