import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

/** The identity of a step in all versions; figures and traces use its id. */
@Entity('funnel_steps')
@Index('ix_funnel_steps_funnel', ['funnelId'])
export class FunnelStep {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.unsigned) funnelId!: number;
  @Column(column.atInsert) createdAt!: Date;
}
