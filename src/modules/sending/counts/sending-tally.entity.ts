import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SOURCE_TYPES, type EmailSource } from '../../../events/email-state.js';

const change = { type: 'int', default: 0 } as const;
const count = { type: 'int', unsigned: true, default: 0 } as const;

/**
 * A share of a sending's counts; the shares added up are the truth. There are several, so that workers who settle mails
 * of one sending at the same moment do not wait for each other, and a single share may well be negative.
 */
@Entity('sending_tallies')
export class SendingTally {
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
  /** Minutes since 1970 by the database's clock, of `sent_this_minute`. */
  @Column({ ...count }) minute!: number;
  @Column({ ...count, name: 'sent_this_minute' }) sentThisMinute!: number;
  @Column({ ...count, name: 'sent_last_minute' }) sentLastMinute!: number;
}
