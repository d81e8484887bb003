import { Column, Entity, PrimaryColumn } from 'typeorm';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** When a periodic task ran last. */
@Entity('task_turns')
export class TaskTurn {
  @PrimaryColumn({ type: 'varchar', length: 64, ...ascii }) task!: string;
  @Column({ type: 'datetime', precision: 3, name: 'taken_at' }) takenAt!: Date;
}
