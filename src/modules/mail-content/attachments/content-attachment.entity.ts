import { Column, Entity, PrimaryColumn } from 'typeorm';
import { unsigned } from '../../../platform/database/columns.js';

@Entity('email_content_attachments')
export class ContentAttachment {
  @PrimaryColumn(unsigned) contentId!: number;
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) position!: number;
  @Column(unsigned) attachmentId!: number;
}
