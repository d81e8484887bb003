import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** A report about an email, stored once, with its outcome. */
@Entity('feedback_reports')
@Index('ux_feedback_reports_event', ['provider', 'eventKey'], { unique: true })
@Index('ix_feedback_reports_received_at', ['receivedAt'])
@Index('ix_feedback_reports_message', ['messageId'])
export class FeedbackReportRow {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  /** `message` for inbound emails, otherwise the provider. */
  @Column({ type: 'varchar', length: 16, ...ascii }) provider!: string;
  /** SHA-256 of the reporter's event id or of the full message. */
  @Column({ type: 'binary', length: 32, name: 'event_key' }) eventKey!: Buffer;
  @Column({ type: 'varchar', length: 32, ...ascii }) kind!: string;
  @Column({ type: 'varchar', length: 32, ...ascii }) outcome!: string;
  /** The ledger id; null if no email was identified. */
  @Column({ type: 'bigint', unsigned: true, name: 'message_id', nullable: true }) messageId!: number | null;
  @Column({ type: 'varchar', length: 190, nullable: true }) detail!: string | null;
  /** The beginning of a message that could not be parsed; deleted after some days. */
  @Column({ type: 'mediumblob', nullable: true }) raw!: Buffer | null;
  @Column({ type: 'datetime', name: 'received_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  receivedAt!: Date;
}
