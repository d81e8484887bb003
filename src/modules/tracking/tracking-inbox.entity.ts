import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';

/** Tracking events that were received while Redis was unavailable. */
@Entity('email_hit_inbox')
export class TrackingInboxEntry {
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  @Column({ type: 'varchar', length: 1_000 }) entry!: string;
  @Column(column.atInsert) createdAt!: Date;
}
