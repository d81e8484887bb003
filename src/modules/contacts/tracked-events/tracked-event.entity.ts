import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { bigUnsigned, second, shortText, unsigned } from '../../../platform/database/columns.js';

/** An event of a contact; occurrences with the same key and title share a row. */
@Entity('tracked_events')
@Index('ux_tracked_events_identity', ['contactId', 'identity'], { unique: true })
@Index('ix_tracked_events_contact', ['contactId', 'id'])
@Index('ix_tracked_events_key', ['eventKey', 'contactId'])
export class TrackedEvent {
  @PrimaryGeneratedColumn(bigUnsigned) id!: number;
  @Column(unsigned) contactId!: number;
  @Column({ type: 'binary', length: 32 }) identity!: Buffer;
  @Column({ ...unsigned, default: 1 }) counter!: number;
  /** The manager who first reported it; null for automations. */
  @Column({ ...unsigned, nullable: true }) createdBy!: number | null;
  @Column({ ...shortText, default: 'custom' }) provider!: string;
  @Column(shortText) eventKey!: string;
  @Column(shortText) title!: string;
  @Column({ type: 'text', nullable: true }) value!: string | null;
  /** The latest data: a JSON object. */
  @Column({ type: 'text', nullable: true }) data!: string | null;
  @Column(second) createdAt!: Date;
  @Column(second) updatedAt!: Date;
}
