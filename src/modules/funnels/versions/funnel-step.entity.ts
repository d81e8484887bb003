import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** The identity of a step in all versions; figures and traces use its id. */
@Entity('funnel_steps')
@Index('ix_funnel_steps_funnel', ['funnelId'])
export class FunnelStep {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'funnel_id' }) funnelId!: number;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
