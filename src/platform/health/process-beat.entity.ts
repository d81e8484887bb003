import { Column, Entity, PrimaryColumn } from 'typeorm';
import * as column from '../database/columns.js';

/** The latest heartbeat of a process. */
@Entity('process_beats')
export class ProcessBeat {
  @PrimaryColumn({ type: 'char', length: 26, ...column.ascii }) processId!: string;
  @Column({ type: 'varchar', length: 16, ...column.ascii }) kind!: string;
  @Column({ ...column.shortText, ...column.exact }) host!: string;
  @Column(column.unsigned) pid!: number;
  @Column(column.revocable) clockAheadMs!: number;
  @Column(column.atInsert) startedAt!: Date;
  @Column(column.atInsert) seenAt!: Date;
}

/** The one row that the readiness check writes. */
@Entity('health_checks')
export class HealthCheck {
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) id!: number;
  @Column(column.moment) checkedAt!: Date;
}
