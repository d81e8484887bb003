import { Column, Entity, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

/** How far a mailbox was read, and which process is reading it. */
@Entity('feedback_mailboxes')
export class FeedbackMailbox {
  /** SHA-256 of server, user, and folder. */
  @PrimaryColumn({ type: 'binary', length: 32 }) id!: Buffer;
  /** UIDVALIDITY (RFC 3501 section 2.3.1.1): when it changes, all UIDs are different. */
  @Column(column.bigCount) uidValidity!: number;
  /** The highest UID that was read, whether or not it was a report. */
  @Column(column.bigCount) lastUid!: number;
  @Column({ type: 'char', length: 26, ...column.ascii, nullable: true }) leaseOwner!: string | null;
  @Column({ ...column.moment, nullable: true }) leaseUntil!: Date | null;
}
