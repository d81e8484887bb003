import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { BODY_LENGTH, DESIGN_TEMPLATES, type DesignTemplate } from '../rendering/frame.js';

export { BODY_LENGTH, DESIGN_TEMPLATES, type DesignTemplate };
export const SUBJECT_LENGTH = 500;

/** Content to start from. Emails copy it, so later changes do not affect them. */
@Entity('email_templates')
@Index('ux_email_templates_title_key', ['titleKey'], { unique: true })
export class EmailTemplate {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 190 }) title!: string;
  @Column({ type: 'varchar', name: 'title_key', length: 760, collation: 'utf8mb4_bin' }) titleKey!: string;
  @Column({ type: 'varchar', length: 1000, nullable: true }) description!: string | null;
  @Column({ type: 'varchar', length: SUBJECT_LENGTH, name: 'email_subject' }) emailSubject!: string;
  @Column({ type: 'varchar', length: SUBJECT_LENGTH, name: 'email_pre_header' }) emailPreHeader!: string;
  @Column({ type: 'mediumtext', name: 'email_body' }) emailBody!: string;
  @Column({ type: 'mediumtext', name: 'email_body_text' }) emailBodyText!: string;
  @Column({ type: 'enum', enum: DESIGN_TEMPLATES, name: 'design_template', default: 'simple' })
  designTemplate!: DesignTemplate;
  @Column({ type: 'datetime', name: 'created_at', precision: 0 }) createdAt!: Date;
  @Column({ type: 'datetime', name: 'updated_at', precision: 0 }) updatedAt!: Date;
}
