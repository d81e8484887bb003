import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Pacing } from './pacing/pacing.js';
import { SOURCE_TYPES, type EmailSource } from '../../events/email-state.js';

/** `closing` is closed for good, while what still waited is being cancelled in the background. */
export const SENDING_STATES = ['open', 'held', 'closing', 'closed'] as const;
export type SendingState = (typeof SENDING_STATES)[number];

/**
 * Whom the mails of a sending may go to: `opt_in` asks people who are pending whether they want any; `asked` are those who
 * have just asked for this one mail themselves; `staff` are people of the house, who are no contacts: their addresses stand
 * in the rows alone. So do those of `readers`, whom somebody of the house named to get its reports.
 */
export const AUDIENCES = ['subscribed', 'opt_in', 'asked', 'staff', 'readers'] as const;
export type Audience = (typeof AUDIENCES)[number];

const pacingAsText = {
  to: (pacing: Pacing | null): string | null => (pacing === null ? null : JSON.stringify(pacing)),
  from: (text: string | null): Pacing | null => (text === null ? null : (JSON.parse(text) as Pacing)),
};

/**
 * The flow of one source's mails. Its owner opens, holds and closes it in the transaction of its own change of state;
 * every claim reads it under a share lock, so after a hold has committed no new mail begins.
 */
@Entity('sendings')
@Index('ux_sendings_source', ['sourceType', 'sourceId'], { unique: true })
@Index('ix_sendings_state', ['state'])
@Index('ix_sendings_sender', ['senderId', 'state'])
export class Sending {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'enum', enum: SOURCE_TYPES, name: 'source_type' }) sourceType!: EmailSource['type'];
  @Column({ type: 'int', unsigned: true, name: 'source_id' }) sourceId!: number;
  @Column({ type: 'enum', enum: AUDIENCES, default: 'subscribed' }) audience!: Audience;
  /** The sender that its mails leave by; null for the installation's own (SMTP_URL). */
  @Column({ type: 'int', unsigned: true, name: 'sender_id', nullable: true }) senderId!: number | null;
  @Column({ type: 'longtext', nullable: true, transformer: pacingAsText }) pacing!: Pacing | null;
  @Column({ type: 'enum', enum: SENDING_STATES }) state!: SendingState;
  @Column({ type: 'varchar', length: 190, name: 'waiting_reason', nullable: true }) waitingReason!: string | null;
  @Column({ type: 'datetime', name: 'waiting_until', precision: 3, nullable: true }) waitingUntil!: Date | null;
  /** The request that began the flow, for the log. */
  @Column({ type: 'varchar', length: 64, name: 'request_id', charset: 'ascii', collation: 'ascii_bin', nullable: true })
  requestId!: string | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
