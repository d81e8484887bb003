import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';
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
  @PrimaryColumn(column.bigUnsigned) id!: number;
  @Column({ ...column.unsigned, nullable: true }) templateId!: number | null;
  @Column(column.flag) tracked!: number;
  /** Null after the removal of the content. */
  @Column({ type: 'mediumtext', nullable: true, transformer: column.asJson<SingleRequest | null>() })
  request!: SingleRequest | null;
  @Column({ ...column.moment, nullable: true }) scheduledAt!: Date | null;
  @Column({ ...column.moment, nullable: true }) removedAt!: Date | null;
  @Column(column.atInsert) createdAt!: Date;
}

export const ADDRESS_FIELDS = ['to', 'cc', 'bcc', 'reply_to'] as const;

@Entity('single_email_addresses')
@Index('ix_single_email_addresses_email', ['email', 'singleId'])
@Index('ix_single_email_addresses_message', ['messageId'])
export class SingleEmailAddress {
  @PrimaryColumn(column.bigUnsigned) singleId!: number;
  @PrimaryColumn({ type: 'smallint', unsigned: true }) position!: number;
  @Column({ type: 'enum', enum: ADDRESS_FIELDS }) field!: (typeof ADDRESS_FIELDS)[number];
  /** Null after an erasure. */
  @Column({ ...column.shortText, ...column.exact, nullable: true }) email!: string | null;
  @Column(column.shortText) name!: string;
  /** The message to this recipient; null for replies, for a repeated address, and for a refused one. */
  @Column({ ...column.bigUnsigned, nullable: true }) messageId!: number | null;
  @Column({ type: 'varchar', length: 16, nullable: true }) refusal!: string | null;
}
