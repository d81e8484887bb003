import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An open or a click. A human event may later be marked as machine, never the reverse. */
@Entity('email_hits')
@Index('ix_email_hits_message', ['messageId', 'id'])
@Index('ix_email_hits_link', ['linkId', 'isMachine', 'messageId'])
export class EmailTrackingEvent {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  /** Created on receipt, so that repeated deliveries count once. */
  @Column({ type: 'bigint', unsigned: true, nullable: true }) uid!: number | null;
  @Column({ type: 'bigint', unsigned: true, name: 'message_id' }) messageId!: number;
  @Column({ type: 'int', unsigned: true, name: 'link_id', nullable: true }) linkId!: number | null;
  @Column({ type: 'enum', enum: ['open', 'click'] }) kind!: 'open' | 'click';
  @Column({ type: 'tinyint', unsigned: true, name: 'is_machine' }) isMachine!: number;
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin', nullable: true }) reason!:
    | string
    | null;
  @Column({ type: 'varchar', length: 255, name: 'user_agent', nullable: true }) userAgent!: string | null;
  /** A keyed hash of address and agent, which cannot be reversed. */
  @Column({ type: 'binary', length: 8, nullable: true }) client!: Buffer | null;
  @Column({ type: 'tinyint', unsigned: true, name: 'is_head', default: 0 }) isHead!: number;
  /** A click on the hidden link. */
  @Column({ type: 'tinyint', unsigned: true, name: 'is_decoy', default: 0 }) isDecoy!: number;
  @Column({ type: 'datetime', name: 'occurred_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  occurredAt!: Date;
}
