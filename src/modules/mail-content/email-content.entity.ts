import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Language } from '../../languages/languages.js';

/** Content frozen when sending starts: HTML with link placeholders, the text part, and the sender. */
@Entity('email_contents')
@Index('ix_email_contents_hash', ['hash'])
export class EmailContent {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 500 }) subject!: string;
  @Column({ type: 'varchar', length: 500, name: 'pre_header' }) preHeader!: string;
  @Column({ type: 'mediumtext' }) html!: string;
  @Column({ type: 'mediumtext' }) text!: string;
  /** Language of the standard footer for contacts without a known language; null if no email has a footer. */
  @Column({
    type: 'char',
    length: 2,
    name: 'footer_language',
    charset: 'ascii',
    collation: 'ascii_bin',
    nullable: true,
  })
  footerLanguage!: Language | null;
  /** The time zone of dates; null for `APP_TIMEZONE`. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  timezone!: string | null;
  @Column({ type: 'varchar', length: 190, name: 'from_name' }) fromName!: string;
  @Column({ type: 'varchar', length: 190, name: 'from_email' }) fromEmail!: string;
  @Column({ type: 'varchar', length: 190, name: 'reply_to_name', nullable: true }) replyToName!: string | null;
  @Column({ type: 'varchar', length: 190, name: 'reply_to_email', nullable: true }) replyToEmail!: string | null;
  @Column({ type: 'tinyint', unsigned: true, name: 'tracks_opens' }) tracksOpens!: number;
  /** Hash of all columns above, for reused content; null for content of a single owner. */
  @Column({ type: 'binary', length: 32, nullable: true }) hash!: Buffer | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
