import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import {
  EMAIL_STATES,
  OPT_OUT_METHODS,
  SOURCE_TYPES,
  type EmailSource,
  type EmailState,
  type OptOutMethod,
} from '../../../events/email-state.js';

const moment = { type: 'datetime', precision: 3, nullable: true } as const;
const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;
const count = { type: 'int', unsigned: true, default: 0 } as const;

/** The email ledger: one row per message and recipient. The unique recipient key prevents duplicates. */
@Entity('email_messages')
@Index('ux_email_messages_recipient', ['sourceType', 'sourceId', 'recipientKey'], { unique: true })
@Index('ix_email_messages_source', ['sourceType', 'sourceId', 'id'])
@Index('ix_email_messages_due', ['sourceType', 'sourceId', 'state', 'nextAttemptAt', 'id'])
@Index('ix_email_messages_contact', ['contactId', 'id'])
@Index('ix_email_messages_lease_owner', ['leaseOwner'])
@Index('ix_email_messages_lease_until', ['state', 'leaseUntil'])
export class EmailMessage {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'enum', enum: SOURCE_TYPES, name: 'source_type' }) sourceType!: EmailSource['type'];
  @Column({ type: 'int', unsigned: true, name: 'source_id' }) sourceId!: number;
  @Column({ type: 'varchar', length: 64, name: 'recipient_key', ...ascii }) recipientKey!: string;
  @Column({ type: 'int', unsigned: true, name: 'content_id' }) contentId!: number;
  @Column({ type: 'int', unsigned: true, name: 'contact_id', nullable: true }) contactId!: number | null;
  @Column({ type: 'varchar', length: 190, collation: 'utf8mb4_bin', nullable: true }) email!: string | null;
  /** The variant of an A/B test; null without one. */
  @Column({ type: 'varchar', length: 32, nullable: true, ...ascii }) variant!: string | null;
  @Column({ type: 'varchar', length: 255, nullable: true }) subject!: string | null;
  @Column({ type: 'enum', enum: EMAIL_STATES, default: 'pending' }) state!: EmailState;
  @Column({ type: 'smallint', unsigned: true, default: 0 }) attempts!: number;
  @Column({ type: 'smallint', unsigned: true, default: 0 }) interruptions!: number;
  /** `pending`: not before this time; `deferred`: the next attempt. */
  @Column({ ...moment, name: 'next_attempt_at' }) nextAttemptAt!: Date | null;
  @Column({ type: 'char', length: 26, name: 'lease_owner', nullable: true, ...ascii }) leaseOwner!: string | null;
  @Column({ ...moment, name: 'lease_until' }) leaseUntil!: Date | null;
  @Column({ ...count }) fence!: number;
  @Column({ type: 'varchar', length: 190, name: 'message_id', nullable: true, ...ascii }) messageId!: string | null;
  @Column({ type: 'varchar', length: 16, name: 'smtp_code', nullable: true, ...ascii }) smtpCode!: string | null;
  @Column({ type: 'varchar', length: 190, nullable: true }) reason!: string | null;
  @Column({ ...moment, name: 'sending_at' }) sendingAt!: Date | null;
  @Column({ ...moment, name: 'settled_at' }) settledAt!: Date | null;
  @Column({ ...moment, name: 'first_human_open_at' }) firstHumanOpenAt!: Date | null;
  @Column({ ...moment, name: 'first_human_click_at' }) firstHumanClickAt!: Date | null;
  @Column({ ...count, name: 'human_opens' }) humanOpens!: number;
  @Column({ ...count, name: 'human_clicks' }) humanClicks!: number;
  @Column({ ...count, name: 'machine_opens' }) machineOpens!: number;
  @Column({ ...count, name: 'machine_clicks' }) machineClicks!: number;
  @Column({ ...moment, name: 'unsubscribed_at' }) unsubscribedAt!: Date | null;
  @Column({ type: 'enum', enum: OPT_OUT_METHODS, name: 'unsubscribe_method', nullable: true })
  unsubscribeMethod!: OptOutMethod | null;
  @Column({ type: 'varchar', length: 190, name: 'unsubscribe_reason', nullable: true }) unsubscribeReason!:
    | string
    | null;
  /** Also set for `failed` messages. */
  @Column({ type: 'enum', enum: ['hard', 'soft'], name: 'bounce_type', nullable: true }) bounceType!:
    | 'hard'
    | 'soft'
    | null;
  @Column({ ...moment, name: 'bounced_at' }) bouncedAt!: Date | null;
  @Column({ ...moment, name: 'complained_at' }) complainedAt!: Date | null;
  /** The API request that caused the message, for the log; for campaigns it is stored in the sending. */
  @Column({ type: 'varchar', length: 64, name: 'request_id', nullable: true, ...ascii }) requestId!: string | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
  @Column({
    type: 'datetime',
    name: 'updated_at',
    precision: 3,
    default: () => 'CURRENT_TIMESTAMP(3)',
    onUpdate: 'CURRENT_TIMESTAMP(3)',
  })
  updatedAt!: Date;
}
