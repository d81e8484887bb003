import { Column, Entity, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

@Entity('funnel_counts')
export class FunnelCount {
  @PrimaryColumn(column.unsigned) funnelId!: number;
  @Column(column.count) entered!: number;
  @Column(column.count) completed!: number;
  @Column(column.count) cancelled!: number;
}

@Entity('funnel_exits')
export class FunnelExit {
  @PrimaryColumn(column.unsigned) funnelId!: number;
  @PrimaryColumn({ type: 'varchar', length: 64, ...column.ascii }) reason!: string;
  @Column(column.count) total!: number;
}

/** Results per step; enrollments in none of the other columns wait at the step. */
@Entity('funnel_step_counts')
export class FunnelStepCount {
  @PrimaryColumn(column.unsigned) stepId!: number;
  @Column(column.count) entered!: number;
  @Column(column.count) completed!: number;
  @Column(column.count) skipped!: number;
  @Column(column.count) failed!: number;
  /** Left the funnel, or jumped to another step, before this step ran. */
  @Column(column.count) abandoned!: number;
}
