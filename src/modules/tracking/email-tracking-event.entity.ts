import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';

/** An open or a click. A human event may later be marked as machine, never the reverse. */
@Entity('email_hits')
@Index('ix_email_hits_message', ['messageId', 'id'])
@Index('ix_email_hits_link', ['linkId', 'isMachine', 'messageId'])
export class EmailTrackingEvent {
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  /** Created on receipt, so that repeated deliveries count once. */
  @Column({ ...column.bigUnsigned, nullable: true }) uid!: number | null;
  @Column(column.bigUnsigned) messageId!: number;
  @Column({ ...column.unsigned, nullable: true }) linkId!: number | null;
  @Column({ type: 'enum', enum: ['open', 'click'] }) kind!: 'open' | 'click';
  @Column({ type: 'tinyint', unsigned: true }) isMachine!: number;
  @Column({ type: 'varchar', length: 64, ...column.ascii, nullable: true }) reason!: string | null;
  @Column({ type: 'varchar', length: 255, nullable: true }) userAgent!: string | null;
  /** A keyed hash of address and agent, which cannot be reversed. */
  @Column({ type: 'binary', length: 8, nullable: true }) client!: Buffer | null;
  @Column(column.flag) isHead!: number;
  /** A click on the hidden link. */
  @Column(column.flag) isDecoy!: number;
  @Column(column.atInsert) occurredAt!: Date;
}
