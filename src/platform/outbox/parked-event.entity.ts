import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { ascii, atInsert, bigUnsigned, count, moment } from '../database/columns.js';

/** An event that a subscriber could not process. */
@Entity('parked_events')
@Index('ix_parked_events_retry', ['retryRequestedAt'])
export class ParkedEvent {
  @PrimaryColumn(bigUnsigned) eventId!: number;
  @PrimaryColumn({ type: 'varchar', length: 64, ...ascii }) subscriber!: string;
  @Column({ type: 'varchar', length: 500 }) error!: string;
  @Column(atInsert) parkedAt!: Date;
  @Column(count) tries!: number;
  @Column({ ...moment, nullable: true }) retryRequestedAt!: Date | null;
}
