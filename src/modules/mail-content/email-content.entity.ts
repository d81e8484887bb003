import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';
import type { Language } from '../../languages/languages.js';

/** Content frozen when sending starts: HTML with link placeholders, the text part, and the sender. */
@Entity('email_contents')
@Index('ix_email_contents_hash', ['hash'])
export class EmailContent {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column({ type: 'varchar', length: 500 }) subject!: string;
  @Column({ type: 'varchar', length: 500 }) preHeader!: string;
  @Column({ type: 'mediumtext' }) html!: string;
  @Column({ type: 'mediumtext' }) text!: string;
  /** Language of the standard footer for contacts without a known language; null if no email has a footer. */
  @Column({ type: 'char', length: 2, ...column.ascii, nullable: true }) footerLanguage!: Language | null;
  /** The time zone of dates; null for `APP_TIMEZONE`. */
  @Column({ type: 'varchar', length: 64, ...column.ascii, nullable: true }) timezone!: string | null;
  @Column(column.shortText) fromName!: string;
  @Column(column.shortText) fromEmail!: string;
  @Column({ ...column.shortText, nullable: true }) replyToName!: string | null;
  @Column({ ...column.shortText, nullable: true }) replyToEmail!: string | null;
  @Column({ type: 'tinyint', unsigned: true }) tracksOpens!: number;
  /** Hash of all columns above, for reused content; null for content of a single owner. */
  @Column({ type: 'binary', length: 32, nullable: true }) hash!: Buffer | null;
  @Column(column.atInsert) createdAt!: Date;
}

/** A tracked link of a content. `url` may contain Liquid, rendered at the click. */
@Entity('email_links')
@Index('ux_email_links_position', ['contentId', 'position'], { unique: true })
export class EmailLink {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.unsigned) contentId!: number;
  @Column({ type: 'smallint', unsigned: true }) position!: number;
  @Column({ type: 'text' }) url!: string;
  /** Clicks of people in emails that have left the ledger. */
  @Column(column.count) pastClicks!: number;
  /** How many of these emails were clicked by people. */
  @Column(column.count) pastReaders!: number;
  @Column(column.count) pastMachineClicks!: number;
}
