import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { ascii, atInsert, shortText, unsigned } from '../../../platform/database/columns.js';

/** An attachment. Rows never change, because frozen contents refer to them. */
@Entity('email_attachments')
@Index('ux_email_attachments_digest', ['digest'], { unique: true })
export class EmailAttachment {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  /** Of name, type, and bytes together. */
  @Column({ type: 'binary', length: 32 }) digest!: Buffer;
  @Column(shortText) filename!: string;
  @Column({ type: 'varchar', length: 127, ...ascii }) contentType!: string;
  /** The Content-ID of an inline image; null for a plain attachment. */
  @Column({ type: 'varchar', length: 64, ...ascii, nullable: true }) inlineId!: string | null;
  @Column(unsigned) size!: number;
  @Column({ type: 'mediumblob' }) content!: Buffer;
  @Column(atInsert) createdAt!: Date;
}

@Entity('email_content_attachments')
export class ContentAttachment {
  @PrimaryColumn(unsigned) contentId!: number;
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) position!: number;
  @Column(unsigned) attachmentId!: number;
}
