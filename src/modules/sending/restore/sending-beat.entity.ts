import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row by which a database is noticed that has gone back in time. */
@Entity('sending_beats')
export class SendingBeat {
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) id!: number;
  /** Tells this database from another one that the same Redis or folder has seen. */
  @Column({ type: 'char', length: 26, charset: 'ascii', collation: 'ascii_bin' }) series!: string;
  @Column({ type: 'bigint', unsigned: true }) number!: number;
  /** The highest that anybody had remembered of it when it was restored. */
  @Column({ type: 'bigint', unsigned: true, default: 0 }) remembered!: number;
  /** When it was noticed that the database had been restored; null once a person has looked at it. */
  @Column({ type: 'datetime', name: 'restored_at', precision: 3, nullable: true }) restoredAt!: Date | null;
  /** When the last beat was counted. */
  @Column({ type: 'datetime', name: 'beaten_at', precision: 3, nullable: true }) beatenAt!: Date | null;
}
