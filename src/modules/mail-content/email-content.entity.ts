import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ascii, atInsert, shortText, unsigned } from '../../platform/database/columns.js';
import type { Language } from '../../languages/languages.js';

/** Content frozen when sending starts: HTML with link placeholders, the text part, and the sender. */
@Entity('email_contents')
@Index('ix_email_contents_hash', ['hash'])
export class EmailContent {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column({ type: 'varchar', length: 500 }) subject!: string;
  @Column({ type: 'varchar', length: 500 }) preHeader!: string;
  @Column({ type: 'mediumtext' }) html!: string;
  @Column({ type: 'mediumtext' }) text!: string;
  /** Language of the standard footer for contacts without a known language; null if no email has a footer. */
  @Column({ type: 'char', length: 2, ...ascii, nullable: true }) footerLanguage!: Language | null;
  /** The time zone of dates; null for `APP_TIMEZONE`. */
  @Column({ type: 'varchar', length: 64, ...ascii, nullable: true }) timezone!: string | null;
  @Column(shortText) fromName!: string;
  @Column(shortText) fromEmail!: string;
  @Column({ ...shortText, nullable: true }) replyToName!: string | null;
  @Column({ ...shortText, nullable: true }) replyToEmail!: string | null;
  @Column({ type: 'tinyint', unsigned: true }) tracksOpens!: number;
  /** Hash of all columns above, for reused content; null for content of a single owner. */
  @Column({ type: 'binary', length: 32, nullable: true }) hash!: Buffer | null;
  @Column(atInsert) createdAt!: Date;
}

/** A tracked link of a content. `url` may contain Liquid, rendered at the click. */
@Entity('email_links')
@Index('ux_email_links_position', ['contentId', 'position'], { unique: true })
export class EmailLink {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column(unsigned) contentId!: number;
  @Column({ type: 'smallint', unsigned: true }) position!: number;
  @Column({ type: 'text' }) url!: string;
}
