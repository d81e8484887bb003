import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

/** An event of a contact; occurrences with the same key and title share a row. */
@Entity('tracked_events')
@Index('ux_tracked_events_identity', ['contactId', 'identity'], { unique: true })
@Index('ix_tracked_events_contact', ['contactId', 'id'])
@Index('ix_tracked_events_key', ['eventKey', 'contactId'])
export class TrackedEvent {
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  @Column(column.unsigned) contactId!: number;
  @Column({ type: 'binary', length: 32 }) identity!: Buffer;
  @Column({ ...column.unsigned, default: 1 }) counter!: number;
  /** The manager who first reported it; null for automations. */
  @Column({ ...column.unsigned, nullable: true }) createdBy!: number | null;
  @Column({ ...column.shortText, default: 'custom' }) provider!: string;
  @Column(column.shortText) eventKey!: string;
  @Column(column.shortText) title!: string;
  @Column({ type: 'text', nullable: true }) value!: string | null;
  /** The latest data: a JSON object. */
  @Column({ type: 'text', nullable: true }) data!: string | null;
  @Column(column.second) createdAt!: Date;
  @Column(column.second) updatedAt!: Date;
}
