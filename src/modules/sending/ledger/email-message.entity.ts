import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import {
  EMAIL_STATES,
  OPT_OUT_METHODS,
  SOURCE_TYPES,
  type EmailSource,
  type EmailState,
  type OptOutMethod,
} from '../../../events/email-state.js';

/** The email ledger: one row per message and recipient. The unique recipient key prevents duplicates. */
@Entity('email_messages')
@Index('ux_email_messages_recipient', ['sourceType', 'sourceId', 'recipientKey'], { unique: true })
@Index('ix_email_messages_source', ['sourceType', 'sourceId', 'id'])
@Index('ix_email_messages_due', ['sourceType', 'sourceId', 'state', 'nextAttemptAt', 'id'])
@Index('ix_email_messages_contact', ['contactId', 'id'])
@Index('ix_email_messages_places', ['contactId', 'sendingAt'])
@Index('ix_email_messages_lease_owner', ['leaseOwner'])
@Index('ix_email_messages_lease_until', ['state', 'leaseUntil'])
export class EmailMessage {
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  @Column({ type: 'enum', enum: SOURCE_TYPES }) sourceType!: EmailSource['type'];
  @Column(column.unsigned) sourceId!: number;
  @Column({ type: 'varchar', length: 64, ...column.ascii }) recipientKey!: string;
  @Column(column.unsigned) contentId!: number;
  @Column({ ...column.unsigned, nullable: true }) contactId!: number | null;
  @Column({ ...column.shortText, ...column.exact, nullable: true }) email!: string | null;
  /** The variant of an A/B test; null without one. */
  @Column({ type: 'varchar', length: 32, ...column.ascii, nullable: true }) variant!: string | null;
  /** Of the translation; null for the content itself. */
  @Column({ type: 'varchar', length: 35, ...column.ascii, nullable: true }) language!: string | null;
  @Column({ type: 'varchar', length: 255, nullable: true }) subject!: string | null;
  @Column({ type: 'enum', enum: EMAIL_STATES, default: 'pending' }) state!: EmailState;
  @Column({ type: 'smallint', unsigned: true, default: 0 }) attempts!: number;
  @Column({ type: 'smallint', unsigned: true, default: 0 }) interruptions!: number;
  /** `pending`: not before this time; `deferred`: the next attempt. */
  @Column({ ...column.moment, nullable: true }) nextAttemptAt!: Date | null;
  @Column({ type: 'char', length: 26, ...column.ascii, nullable: true }) leaseOwner!: string | null;
  @Column({ ...column.moment, nullable: true }) leaseUntil!: Date | null;
  @Column(column.count) fence!: number;
  @Column({ ...column.shortText, ...column.ascii, nullable: true }) messageId!: string | null;
  @Column({ type: 'varchar', length: 16, ...column.ascii, nullable: true }) smtpCode!: string | null;
  @Column({ ...column.shortText, nullable: true }) reason!: string | null;
  /** The last claim; before it, when a funnel step took a place under the frequency cap. */
  @Column({ ...column.moment, nullable: true }) sendingAt!: Date | null;
  @Column({ ...column.moment, nullable: true }) settledAt!: Date | null;
  @Column({ ...column.moment, nullable: true }) firstHumanOpenAt!: Date | null;
  @Column({ ...column.moment, nullable: true }) firstHumanClickAt!: Date | null;
  @Column(column.count) humanOpens!: number;
  @Column(column.count) humanClicks!: number;
  @Column(column.count) machineOpens!: number;
  @Column(column.count) machineClicks!: number;
  @Column({ ...column.moment, nullable: true }) unsubscribedAt!: Date | null;
  @Column({ type: 'enum', enum: OPT_OUT_METHODS, nullable: true }) unsubscribeMethod!: OptOutMethod | null;
  @Column({ ...column.shortText, nullable: true }) unsubscribeReason!: string | null;
  /** Also set for `failed` messages. */
  @Column({ type: 'enum', enum: ['hard', 'soft'], nullable: true }) bounceType!: 'hard' | 'soft' | null;
  @Column({ ...column.moment, nullable: true }) bouncedAt!: Date | null;
  @Column({ ...column.moment, nullable: true }) complainedAt!: Date | null;
  /** The API request that caused the message, for the log; for campaigns it is stored in the sending. */
  @Column({ type: 'varchar', length: 64, ...column.ascii, nullable: true }) requestId!: string | null;
  /** Whether it has a pixel and tracked links; null before the first attempt, and for emails of old versions, which do. */
  @Column({ type: 'tinyint', unsigned: true, nullable: true }) tracked!: number | null;
  @Column(column.atInsert) createdAt!: Date;
  @Column(column.atUpdate) updatedAt!: Date;
  /** The subscription because of which the message is sent; its opt-out leaves this list only. */
  @Column({ ...column.unsigned, nullable: true }) listId!: number | null;
}

/** A bounced message whose contact is not updated yet. */
@Entity('bounce_backlog')
export class BouncedMessage {
  @PrimaryColumn(column.bigUnsigned) messageId!: number;
}
