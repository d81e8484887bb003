import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  asJson,
  atInsert,
  bigUnsigned,
  exact,
  flag,
  moment,
  shortText,
  unsigned,
} from '../../platform/database/columns.js';
import type { SingleParts } from '../mail-content/recipients.queries.js';

/** What an email needs beside its content and its addresses. */
export interface SingleRequest extends Pick<SingleParts, 'data' | 'headers'> {
  readonly ignoresSuppression: boolean;
}

/** A single email. Its id is that of its first message in the ledger, which has the states. */
@Entity('single_emails')
@Index('ix_single_emails_template', ['templateId', 'id'])
@Index('ix_single_emails_removed', ['removedAt', 'id'])
export class SingleEmail {
  @PrimaryColumn(bigUnsigned) id!: number;
  @Column({ ...unsigned, nullable: true }) templateId!: number | null;
  @Column(flag) tracked!: number;
  /** Null after the removal of the content. */
  @Column({ type: 'mediumtext', nullable: true, transformer: asJson<SingleRequest | null>() })
  request!: SingleRequest | null;
  @Column({ ...moment, nullable: true }) scheduledAt!: Date | null;
  @Column({ ...moment, nullable: true }) removedAt!: Date | null;
  @Column(atInsert) createdAt!: Date;
}

export const ADDRESS_FIELDS = ['to', 'cc', 'bcc', 'reply_to'] as const;

@Entity('single_email_addresses')
@Index('ix_single_email_addresses_email', ['email', 'singleId'])
@Index('ix_single_email_addresses_message', ['messageId'])
export class SingleEmailAddress {
  @PrimaryColumn(bigUnsigned) singleId!: number;
  @PrimaryColumn({ type: 'smallint', unsigned: true }) position!: number;
  @Column({ type: 'enum', enum: ADDRESS_FIELDS }) field!: (typeof ADDRESS_FIELDS)[number];
  /** Null after an erasure. */
  @Column({ ...shortText, ...exact, nullable: true }) email!: string | null;
  @Column(shortText) name!: string;
  /** The message to this recipient; null for replies, for a repeated address, and for a refused one. */
  @Column({ ...bigUnsigned, nullable: true }) messageId!: number | null;
  @Column({ type: 'varchar', length: 16, nullable: true }) refusal!: string | null;
}
