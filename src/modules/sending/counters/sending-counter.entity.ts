import { Column, Entity, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import { SOURCE_TYPES, type EmailSource } from '../../../events/email-state.js';

/** One shard of a sending's counters, so that workers do not wait for each other. A shard may be negative. */
@Entity('sending_tallies')
export class SendingCounter {
  @PrimaryColumn({ type: 'enum', enum: SOURCE_TYPES }) sourceType!: EmailSource['type'];
  @PrimaryColumn(column.unsigned) sourceId!: number;
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) shard!: number;
  @Column(column.revocable) enrolled!: number;
  @Column(column.revocable) sent!: number;
  @Column(column.revocable) failed!: number;
  @Column(column.revocable) bounced!: number;
  @Column(column.revocable) complained!: number;
  @Column(column.revocable) skipped!: number;
  @Column(column.revocable) unknown!: number;
  @Column(column.revocable) cancelled!: number;
  /** Minutes since 1970 on the database's clock, to which `sent_this_minute` belongs. */
  @Column(column.count) minute!: number;
  @Column(column.count) sentThisMinute!: number;
  @Column(column.count) sentLastMinute!: number;
}
