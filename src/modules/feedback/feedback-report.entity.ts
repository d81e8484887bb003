import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** What somebody reported about a mail, once however often it is told, and what came of it. */
@Entity('feedback_reports')
@Index('ux_feedback_reports_event', ['provider', 'eventKey'], { unique: true })
@Index('ix_feedback_reports_received_at', ['receivedAt'])
@Index('ix_feedback_reports_message', ['messageId'])
export class FeedbackReportRow {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  /** `message` for mails that came back, else the service that told it. */
  @Column({ type: 'varchar', length: 16, ...ascii }) provider!: string;
  /** SHA-256 of what the reporter calls the event, or of the whole message. */
  @Column({ type: 'binary', length: 32, name: 'event_key' }) eventKey!: Buffer;
  @Column({ type: 'varchar', length: 32, ...ascii }) kind!: string;
  @Column({ type: 'varchar', length: 32, ...ascii }) outcome!: string;
  /** The mail in the ledger; null when none was recognised. */
  @Column({ type: 'bigint', unsigned: true, name: 'message_id', nullable: true }) messageId!: number | null;
  @Column({ type: 'varchar', length: 190, nullable: true }) detail!: string | null;
  /** The beginning of a message that could not be read, for a person to look at; removed after some days. */
  @Column({ type: 'mediumblob', nullable: true }) raw!: Buffer | null;
  @Column({ type: 'datetime', name: 'received_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  receivedAt!: Date;
}
