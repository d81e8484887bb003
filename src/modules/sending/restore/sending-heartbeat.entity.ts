import { Column, Entity, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

/** A single row that shows whether the database was rolled back. */
@Entity('sending_beats')
export class SendingHeartbeat {
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) id!: number;
  /** Distinguishes this database from others that used the same Redis or data folder. */
  @Column({ type: 'char', length: 26, ...column.ascii }) series!: string;
  @Column(column.bigUnsigned) number!: number;
  /** The highest number that any process remembered when the database was restored. */
  @Column(column.bigCount) remembered!: number;
  /** When the restore was detected; null after an operator accepted it. */
  @Column({ ...column.moment, nullable: true }) restoredAt!: Date | null;
  /** When the last heartbeat was written. */
  @Column({ ...column.moment, nullable: true }) beatenAt!: Date | null;
}
