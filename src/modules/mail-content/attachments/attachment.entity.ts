import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

/** An attachment. Rows never change, because frozen contents refer to them. */
@Entity('email_attachments')
@Index('ux_email_attachments_digest', ['digest'], { unique: true })
export class EmailAttachment {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  /** Of name, type, and bytes together. */
  @Column({ type: 'binary', length: 32 }) digest!: Buffer;
  @Column(column.shortText) filename!: string;
  @Column({ type: 'varchar', length: 127, ...column.ascii }) contentType!: string;
  /** The Content-ID of an inline image; null for a plain attachment. */
  @Column({ type: 'varchar', length: 64, ...column.ascii, nullable: true }) inlineId!: string | null;
  @Column(column.unsigned) size!: number;
  @Column({ type: 'mediumblob' }) content!: Buffer;
  @Column(column.atInsert) createdAt!: Date;
}

@Entity('email_content_attachments')
export class ContentAttachment {
  @PrimaryColumn(column.unsigned) contentId!: number;
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) position!: number;
  @Column(column.unsigned) attachmentId!: number;
}
