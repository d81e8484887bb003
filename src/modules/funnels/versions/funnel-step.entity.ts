import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { atInsert, unsigned } from '../../../platform/database/columns.js';

/** The identity of a step in all versions; figures and traces use its id. */
@Entity('funnel_steps')
@Index('ix_funnel_steps_funnel', ['funnelId'])
export class FunnelStep {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column(unsigned) funnelId!: number;
  @Column(atInsert) createdAt!: Date;
}
