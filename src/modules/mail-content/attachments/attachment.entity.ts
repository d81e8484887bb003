import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An attachment. Rows never change, because frozen contents refer to them. */
@Entity('email_attachments')
@Index('ux_email_attachments_digest', ['digest'], { unique: true })
export class EmailAttachment {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  /** Of name, type, and bytes together. */
  @Column({ type: 'binary', length: 32 }) digest!: Buffer;
  @Column({ type: 'varchar', length: 190 }) filename!: string;
  @Column({ type: 'varchar', name: 'content_type', length: 127, charset: 'ascii', collation: 'ascii_bin' })
  contentType!: string;
  /** The Content-ID of an inline image; null for a plain attachment. */
  @Column({
    type: 'varchar',
    name: 'inline_id',
    length: 64,
    nullable: true,
    charset: 'ascii',
    collation: 'ascii_bin',
  })
  inlineId!: string | null;
  @Column({ type: 'int', unsigned: true }) size!: number;
  @Column({ type: 'mediumblob' }) content!: Buffer;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
