import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('email_content_attachments')
export class ContentAttachment {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'content_id' }) contentId!: number;
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) position!: number;
  @Column({ type: 'int', unsigned: true, name: 'attachment_id' }) attachmentId!: number;
}
