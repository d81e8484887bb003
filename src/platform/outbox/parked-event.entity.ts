import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** An event that a subscriber could not process. */
@Entity('parked_events')
@Index('ix_parked_events_retry', ['retryRequestedAt'])
export class ParkedEvent {
  @PrimaryColumn({ type: 'bigint', unsigned: true, name: 'event_id' }) eventId!: number;
  @PrimaryColumn({ type: 'varchar', length: 64, ...ascii }) subscriber!: string;
  @Column({ type: 'varchar', length: 500 }) error!: string;
  @Column({ type: 'datetime', precision: 3, name: 'parked_at', default: () => 'CURRENT_TIMESTAMP(3)' }) parkedAt!: Date;
  @Column({ type: 'int', unsigned: true, default: 0 }) tries!: number;
  @Column({ type: 'datetime', precision: 3, name: 'retry_requested_at', nullable: true })
  retryRequestedAt!: Date | null;
}
