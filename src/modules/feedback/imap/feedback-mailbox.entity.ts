import { Column, Entity, PrimaryColumn } from 'typeorm';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** How far a mailbox was read, and which process is reading it. */
@Entity('feedback_mailboxes')
export class FeedbackMailbox {
  /** SHA-256 of server, user, and folder. */
  @PrimaryColumn({ type: 'binary', length: 32 }) id!: Buffer;
  /** UIDVALIDITY (RFC 3501 section 2.3.1.1): when it changes, all UIDs are different. */
  @Column({ type: 'bigint', unsigned: true, name: 'uid_validity', default: 0 }) uidValidity!: number;
  /** The highest UID that was read, whether or not it was a report. */
  @Column({ type: 'bigint', unsigned: true, name: 'last_uid', default: 0 }) lastUid!: number;
  @Column({ type: 'char', length: 26, name: 'lease_owner', nullable: true, ...ascii }) leaseOwner!: string | null;
  @Column({ type: 'datetime', precision: 3, name: 'lease_until', nullable: true }) leaseUntil!: Date | null;
}
