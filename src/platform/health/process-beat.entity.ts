import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ascii, atInsert, exact, revocable, shortText, unsigned, moment } from '../database/columns.js';

/** The latest heartbeat of a process. */
@Entity('process_beats')
export class ProcessBeat {
  @PrimaryColumn({ type: 'char', length: 26, ...ascii }) processId!: string;
  @Column({ type: 'varchar', length: 16, ...ascii }) kind!: string;
  @Column({ ...shortText, ...exact }) host!: string;
  @Column(unsigned) pid!: number;
  @Column(revocable) clockAheadMs!: number;
  @Column(atInsert) startedAt!: Date;
  @Column(atInsert) seenAt!: Date;
}

/** The one row that the readiness check writes. */
@Entity('health_checks')
export class HealthCheck {
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) id!: number;
  @Column(moment) checkedAt!: Date;
}
