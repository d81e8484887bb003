import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { exact, second, shortText, unsigned } from '../../../platform/database/columns.js';
import { DESIGN_TEMPLATES, type DesignTemplate } from '../rendering/frame.js';

export { DESIGN_TEMPLATES, type DesignTemplate };

/** Content to start from. Emails copy it, so later changes do not affect them. */
@Entity('email_templates')
@Index('ux_email_templates_title_key', ['titleKey'], { unique: true })
export class EmailTemplate {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column(shortText) title!: string;
  @Column({ type: 'varchar', length: 760, ...exact }) titleKey!: string;
  @Column({ type: 'varchar', length: 1000, nullable: true }) description!: string | null;
  @Column({ type: 'varchar', length: 500 }) emailSubject!: string;
  @Column({ type: 'varchar', length: 500 }) emailPreHeader!: string;
  @Column({ type: 'mediumtext' }) emailBody!: string;
  @Column({ type: 'mediumtext' }) emailBodyText!: string;
  @Column({ type: 'enum', enum: DESIGN_TEMPLATES, default: 'simple' }) designTemplate!: DesignTemplate;
  @Column(second) createdAt!: Date;
  @Column(second) updatedAt!: Date;
}
