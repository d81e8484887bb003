import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';

@Entity('feedback_reports')
@Index('ux_feedback_reports_event', ['provider', 'eventKey'], { unique: true })
@Index('ix_feedback_reports_received_at', ['receivedAt'])
@Index('ix_feedback_reports_message', ['messageId'])
export class FeedbackReportRow {
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  /** `message` for inbound emails, otherwise the provider. */
  @Column({ type: 'varchar', length: 16, ...column.ascii }) provider!: string;
  /** SHA-256 of the reporter's event id or of the full message. */
  @Column({ type: 'binary', length: 32 }) eventKey!: Buffer;
  @Column({ type: 'varchar', length: 32, ...column.ascii }) kind!: string;
  @Column({ type: 'varchar', length: 32, ...column.ascii }) outcome!: string;
  /** The ledger id; null if no email was identified. */
  @Column({ ...column.bigUnsigned, nullable: true }) messageId!: number | null;
  @Column({ ...column.shortText, nullable: true }) detail!: string | null;
  /** The beginning of a message that could not be parsed; deleted after some days. */
  @Column({ type: 'mediumblob', nullable: true }) raw!: Buffer | null;
  @Column(column.atInsert) receivedAt!: Date;
}
