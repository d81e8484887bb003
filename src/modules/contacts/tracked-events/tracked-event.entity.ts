import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An event of a contact; occurrences with the same key and title share a row. */
@Entity('tracked_events')
@Index('ux_tracked_events_identity', ['contactId', 'identity'], { unique: true })
@Index('ix_tracked_events_contact', ['contactId', 'id'])
@Index('ix_tracked_events_key', ['eventKey', 'contactId'])
export class TrackedEvent {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'contact_id' }) contactId!: number;
  /** Hash of the normalized key and title. */
  @Column({ type: 'binary', length: 32 }) identity!: Buffer;
  @Column({ type: 'int', unsigned: true, default: 1 }) counter!: number;
  /** The manager who first reported it; null for automations. */
  @Column({ type: 'int', unsigned: true, name: 'created_by', nullable: true }) createdBy!: number | null;
  @Column({ type: 'varchar', length: 190, default: 'custom' }) provider!: string;
  @Column({ type: 'varchar', length: 190, name: 'event_key' }) eventKey!: string;
  @Column({ type: 'varchar', length: 190 }) title!: string;
  /** The latest value. */
  @Column({ type: 'text', nullable: true }) value!: string | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 0 }) createdAt!: Date;
  @Column({ type: 'datetime', name: 'updated_at', precision: 0 }) updatedAt!: Date;
}
