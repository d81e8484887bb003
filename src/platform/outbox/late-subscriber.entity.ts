import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ascii, atInsert, bigUnsigned } from '../database/columns.js';

/** A subscriber that processes events by itself. */
@Entity('late_subscribers')
export class LateSubscriber {
  @PrimaryColumn({ type: 'varchar', length: 64, ...ascii }) subscriber!: string;
  @Column(bigUnsigned) position!: number;
  @Column({ type: 'varchar', length: 500 }) error!: string;
  @Column(atInsert) since!: Date;
}
