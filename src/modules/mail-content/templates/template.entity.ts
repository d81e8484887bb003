import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What a body is and what is put around it. */
export const DESIGN_TEMPLATES = ['simple', 'plain', 'raw_html', 'mjml'] as const;
export type DesignTemplate = (typeof DESIGN_TEMPLATES)[number];

/** A content to start from. Whoever uses it takes a copy, so a change here changes no mail that is under way. */
@Entity('email_templates')
@Index('ux_email_templates_title_key', ['titleKey'], { unique: true })
export class EmailTemplate {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 190 }) title!: string;
  @Column({ type: 'varchar', name: 'title_key', length: 760, collation: 'utf8mb4_bin' }) titleKey!: string;
  @Column({ type: 'varchar', length: 1000, nullable: true }) description!: string | null;
  @Column({ type: 'varchar', length: 500, name: 'email_subject' }) emailSubject!: string;
  @Column({ type: 'varchar', length: 500, name: 'email_pre_header' }) emailPreHeader!: string;
  @Column({ type: 'mediumtext', name: 'email_body' }) emailBody!: string;
  @Column({ type: 'mediumtext', name: 'email_body_text' }) emailBodyText!: string;
  @Column({ type: 'enum', enum: DESIGN_TEMPLATES, name: 'design_template', default: 'simple' })
  designTemplate!: DesignTemplate;
  @Column({ type: 'datetime', name: 'created_at', precision: 0 }) createdAt!: Date;
  @Column({ type: 'datetime', name: 'updated_at', precision: 0 }) updatedAt!: Date;
}
