import { Column, Entity, PrimaryColumn } from 'typeorm';
import * as column from '../database/columns.js';

/** When a periodic task ran last. */
@Entity('task_turns')
export class TaskTurn {
  @PrimaryColumn({ type: 'varchar', length: 64, ...column.ascii }) task!: string;
  @Column(column.moment) takenAt!: Date;
}
