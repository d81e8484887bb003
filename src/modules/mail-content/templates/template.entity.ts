import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { BODY_LENGTH, DESIGN_TEMPLATES, type DesignTemplate, SUBJECT_LENGTH } from '../rendering/frame.js';
import type { Translations, WrittenContent } from '../rendering/written-content.js';
import * as column from '../../../platform/database/columns.js';

export { BODY_LENGTH, DESIGN_TEMPLATES, type DesignTemplate, SUBJECT_LENGTH };

/** Content to start from. Emails copy it, so later changes do not affect them. */
@Entity('email_templates')
@Index('ux_email_templates_title_key', ['titleKey'], { unique: true })
export class EmailTemplate {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.shortText) title!: string;
  @Column({ type: 'varchar', length: 760, ...column.exact }) titleKey!: string;
  @Column({ type: 'varchar', length: 1000, nullable: true }) description!: string | null;
  @Column({ type: 'varchar', length: SUBJECT_LENGTH }) emailSubject!: string;
  @Column({ type: 'varchar', length: SUBJECT_LENGTH }) emailPreHeader!: string;
  @Column({ type: 'mediumtext' }) emailBody!: string;
  @Column({ type: 'mediumtext' }) emailBodyText!: string;
  @Column({ type: 'enum', enum: DESIGN_TEMPLATES, default: 'simple' }) designTemplate!: DesignTemplate;
  @Column({ type: 'longtext', nullable: true, transformer: column.asJson<Translations>({}) })
  translations!: Translations;
  /** A JSON Schema of the `data` that the content needs. */
  @Column({ type: 'text', nullable: true, transformer: column.asJson<object | null>() })
  dataSchema!: object | null;
  @Column(column.second) createdAt!: Date;
  @Column(column.second) updatedAt!: Date;
}

export type StoredContent = Partial<
  Pick<EmailTemplate, `email${'Subject' | 'PreHeader' | 'Body' | 'BodyText'}` | 'designTemplate' | 'translations'>
>;

export function contentOf(stored: StoredContent): WrittenContent {
  const { emailSubject: subject = '', emailPreHeader: preHeader = '', emailBody: html = '' } = stored;
  const { emailBodyText: text = '', designTemplate: design = 'simple', translations = {} } = stored;
  return { subject, preHeader, html, text, design, translations, tracksClicks: true };
}
