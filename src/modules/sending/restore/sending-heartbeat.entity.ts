import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A single row that shows whether the database was rolled back. */
@Entity('sending_beats')
export class SendingHeartbeat {
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) id!: number;
  /** Distinguishes this database from others that used the same Redis or data folder. */
  @Column({ type: 'char', length: 26, charset: 'ascii', collation: 'ascii_bin' }) series!: string;
  @Column({ type: 'bigint', unsigned: true }) number!: number;
  /** The highest number that any process remembered when the database was restored. */
  @Column({ type: 'bigint', unsigned: true, default: 0 }) remembered!: number;
  /** When the restore was detected; null after an operator accepted it. */
  @Column({ type: 'datetime', name: 'restored_at', precision: 3, nullable: true }) restoredAt!: Date | null;
  /** When the last heartbeat was written. */
  @Column({ type: 'datetime', name: 'beaten_at', precision: 3, nullable: true }) beatenAt!: Date | null;
}
