import { Column, Entity, PrimaryColumn } from 'typeorm';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** The latest heartbeat of a process. */
@Entity('process_beats')
export class ProcessBeat {
  @PrimaryColumn({ type: 'char', length: 26, name: 'process_id', ...ascii }) processId!: string;
  @Column({ type: 'varchar', length: 16, ...ascii }) kind!: string;
  @Column({ type: 'varchar', length: 190, collation: 'utf8mb4_bin' }) host!: string;
  @Column({ type: 'int', unsigned: true }) pid!: number;
  @Column({ type: 'int', name: 'clock_ahead_ms', default: 0 }) clockAheadMs!: number;
  @Column({ type: 'datetime', precision: 3, name: 'started_at', default: () => 'CURRENT_TIMESTAMP(3)' })
  startedAt!: Date;
  @Column({ type: 'datetime', precision: 3, name: 'seen_at', default: () => 'CURRENT_TIMESTAMP(3)' }) seenAt!: Date;
}
