import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ascii, count, unsigned } from '../../../platform/database/columns.js';

@Entity('funnel_counts')
export class FunnelCount {
  @PrimaryColumn(unsigned) funnelId!: number;
  @Column(count) entered!: number;
  @Column(count) completed!: number;
  @Column(count) cancelled!: number;
}

@Entity('funnel_exits')
export class FunnelExit {
  @PrimaryColumn(unsigned) funnelId!: number;
  @PrimaryColumn({ type: 'varchar', length: 64, ...ascii }) reason!: string;
  @Column(count) total!: number;
}

/** Results per step; enrollments in none of the other columns wait at the step. */
@Entity('funnel_step_counts')
export class FunnelStepCount {
  @PrimaryColumn(unsigned) stepId!: number;
  @Column(count) entered!: number;
  @Column(count) completed!: number;
  @Column(count) skipped!: number;
  @Column(count) failed!: number;
  /** Left the funnel, or jumped to another step, before this step ran. */
  @Column(count) abandoned!: number;
}
