import { Column, Entity, PrimaryColumn } from 'typeorm';
import { count, revocable, unsigned } from '../../../platform/database/columns.js';
import { SOURCE_TYPES, type EmailSource } from '../../../events/email-state.js';

/** One shard of a sending's counters, so that workers do not wait for each other. A shard may be negative. */
@Entity('sending_tallies')
export class SendingCounter {
  @PrimaryColumn({ type: 'enum', enum: SOURCE_TYPES }) sourceType!: EmailSource['type'];
  @PrimaryColumn(unsigned) sourceId!: number;
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) shard!: number;
  @Column(revocable) enrolled!: number;
  @Column(revocable) sent!: number;
  @Column(revocable) failed!: number;
  @Column(revocable) bounced!: number;
  @Column(revocable) complained!: number;
  @Column(revocable) skipped!: number;
  @Column(revocable) unknown!: number;
  @Column(revocable) cancelled!: number;
  /** Minutes since 1970 on the database's clock, to which `sent_this_minute` belongs. */
  @Column(count) minute!: number;
  @Column(count) sentThisMinute!: number;
  @Column(count) sentLastMinute!: number;
}
