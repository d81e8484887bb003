import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { SOURCE_TYPES, type EmailSource } from '../email-state.js';

export const SENDING_STATES = ['open', 'held', 'closed'] as const;
export type SendingState = (typeof SENDING_STATES)[number];

/**
 * The flow of one source's mails. Its owner opens, holds and closes it in the transaction of its own change of state;
 * every claim reads it under a share lock, so after a hold has committed no new mail begins.
 */
@Entity('sendings')
@Index('ux_sendings_source', ['sourceType', 'sourceId'], { unique: true })
@Index('ix_sendings_state', ['state'])
export class Sending {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'enum', enum: SOURCE_TYPES, name: 'source_type' }) sourceType!: EmailSource['type'];
  @Column({ type: 'int', unsigned: true, name: 'source_id' }) sourceId!: number;
  @Column({ type: 'int', unsigned: true, name: 'content_id' }) contentId!: number;
  @Column({ type: 'enum', enum: SENDING_STATES }) state!: SendingState;
  @Column({ type: 'varchar', length: 190, name: 'waiting_reason', nullable: true }) waitingReason!: string | null;
  @Column({ type: 'datetime', name: 'waiting_until', precision: 3, nullable: true }) waitingUntil!: Date | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
