import { Column, Entity, PrimaryColumn } from 'typeorm';

const count = { type: 'int', unsigned: true, default: 0 } as const;

@Entity('funnel_counts')
export class FunnelCount {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'funnel_id' }) funnelId!: number;
  @Column(count) entered!: number;
  @Column(count) completed!: number;
  @Column(count) cancelled!: number;
}

@Entity('funnel_exits')
export class FunnelExit {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'funnel_id' }) funnelId!: number;
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' }) reason!: string;
  @Column(count) total!: number;
}

/** Results per step; enrollments in none of the other columns wait at the step. */
@Entity('funnel_step_counts')
export class FunnelStepCount {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'step_id' }) stepId!: number;
  @Column(count) entered!: number;
  @Column(count) completed!: number;
  @Column(count) skipped!: number;
  @Column(count) failed!: number;
  /** Left the funnel, or jumped to another step, before this step ran. */
  @Column(count) abandoned!: number;
}
