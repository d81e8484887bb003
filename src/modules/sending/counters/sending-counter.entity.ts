import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SOURCE_TYPES, type EmailSource } from '../../../events/email-state.js';

const change = { type: 'int', default: 0 } as const;
const count = { type: 'int', unsigned: true, default: 0 } as const;

/**
 * One shard of a sending's counters; the totals are the sums of all shards. Shards keep workers that settle emails of
 * one sending from waiting for each other. A single shard may be negative.
 */
@Entity('sending_tallies')
export class SendingCounter {
  @PrimaryColumn({ type: 'enum', enum: SOURCE_TYPES, name: 'source_type' }) sourceType!: EmailSource['type'];
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'source_id' }) sourceId!: number;
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) shard!: number;
  @Column({ ...change }) enrolled!: number;
  @Column({ ...change }) sent!: number;
  @Column({ ...change }) failed!: number;
  @Column({ ...change }) bounced!: number;
  @Column({ ...change }) complained!: number;
  @Column({ ...change }) skipped!: number;
  @Column({ ...change }) unknown!: number;
  @Column({ ...change }) cancelled!: number;
  /** Minutes since 1970 on the database's clock, to which `sent_this_minute` belongs. */
  @Column({ ...count }) minute!: number;
  @Column({ ...count, name: 'sent_this_minute' }) sentThisMinute!: number;
  @Column({ ...count, name: 'sent_last_minute' }) sentLastMinute!: number;
}
