import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ascii, moment } from '../database/columns.js';

/** When a periodic task ran last. */
@Entity('task_turns')
export class TaskTurn {
  @PrimaryColumn({ type: 'varchar', length: 64, ...ascii }) task!: string;
  @Column(moment) takenAt!: Date;
}
