import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Who a step is, through all versions that it is part of: figures and traces go by this id. */
@Entity('funnel_steps')
@Index('ix_funnel_steps_funnel', ['funnelId'])
export class FunnelStep {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'funnel_id' }) funnelId!: number;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
