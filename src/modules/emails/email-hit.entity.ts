import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One open or one click, by a human or a machine; never changed, only added. */
@Entity('email_hits')
@Index('ix_email_hits_message', ['messageId', 'id'])
@Index('ix_email_hits_link', ['linkId', 'isMachine', 'messageId'])
export class EmailHit {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'bigint', unsigned: true, name: 'message_id' }) messageId!: number;
  @Column({ type: 'int', unsigned: true, name: 'link_id', nullable: true }) linkId!: number | null;
  @Column({ type: 'enum', enum: ['open', 'click'] }) kind!: 'open' | 'click';
  @Column({ type: 'tinyint', unsigned: true, name: 'is_machine' }) isMachine!: number;
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin', nullable: true }) reason!:
    string | null;
  @Column({ type: 'varchar', length: 255, name: 'user_agent', nullable: true }) userAgent!: string | null;
  @Column({ type: 'datetime', name: 'occurred_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  occurredAt!: Date;
}
