import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import type { Reader } from '../../../platform/database/database.js';
import { EMAIL_STATES, SOURCE_TYPES, type EmailSource, type EmailState } from '../../../events/email-state.js';

/** What stays of an email that `LedgerRetention` has removed: its figures, and what its links need. */
@Entity('past_emails')
@Index('ix_past_emails_contact', ['contactId', 'id'])
@Index('ix_past_emails_source', ['sourceType', 'sourceId', 'language'])
export class PastEmail {
  @PrimaryColumn(column.bigUnsigned) id!: number;
  @Column({ type: 'enum', enum: SOURCE_TYPES }) sourceType!: EmailSource['type'];
  @Column(column.unsigned) sourceId!: number;
  @Column({ ...column.unsigned, nullable: true }) contactId!: number | null;
  @Column({ ...column.unsigned, nullable: true }) listId!: number | null;
  @Column({ type: 'varchar', length: 35, ...column.ascii, nullable: true }) language!: string | null;
  @Column({ type: 'enum', enum: EMAIL_STATES }) state!: EmailState;
  @Column(column.flag) opened!: number;
  @Column(column.flag) clicked!: number;
  @Column({ ...column.moment, nullable: true }) settledAt!: Date | null;
  @Column({ ...column.moment, nullable: true }) unsubscribedAt!: Date | null;
}

/** @returns whose email it is; null after the contact was deleted, undefined for an unknown email. */
export async function contactOfLink(reader: Reader, messageId: number): Promise<number | null | undefined> {
  const sql = `SELECT contact_id FROM ${EMAIL_OF_LINK}`;
  return (await reader.query<{ contact_id: number | null }>(sql, { messageId }))[0]?.contact_id;
}

/** The email of a link as `m`, which may be a past one. */
export const EMAIL_OF_LINK = `(
  SELECT contact_id, list_id, email FROM email_messages WHERE id = :messageId
   UNION ALL SELECT contact_id, list_id, NULL FROM past_emails WHERE id = :messageId) m`;
