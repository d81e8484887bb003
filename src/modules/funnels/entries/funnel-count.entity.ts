import { Column, Entity, PrimaryColumn } from 'typeorm';

const count = { type: 'int', unsigned: true, default: 0 } as const;

/** How many have entered a funnel and left it, ever; they outlive the entries. */
@Entity('funnel_counts')
export class FunnelCount {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'funnel_id' }) funnelId!: number;
  @Column(count) entered!: number;
  @Column(count) completed!: number;
  @Column(count) cancelled!: number;
}

/** The same by the reason for which they left. */
@Entity('funnel_exits')
export class FunnelExit {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'funnel_id' }) funnelId!: number;
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' }) reason!: string;
  @Column(count) total!: number;
}

/** How many have come to a step, and what became of them there; whoever is in none of the others waits at it. */
@Entity('funnel_step_counts')
export class FunnelStepCount {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'step_id' }) stepId!: number;
  @Column(count) entered!: number;
  @Column(count) completed!: number;
  @Column(count) skipped!: number;
  @Column(count) failed!: number;
  /** Left the funnel, or went on elsewhere, while they were waiting for it. */
  @Column(count) abandoned!: number;
}
