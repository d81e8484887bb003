import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';
import type { SenderOAuth2 } from './sender-oauth2.js';

@Entity('senders')
@Index('ux_senders_name_key', ['nameKey'], { unique: true })
@Index('ix_senders_from_email', ['fromEmail'])
@Index('ix_senders_fallback_of', ['fallbackOf'])
export class Sender {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.shortText) name!: string;
  @Column({ type: 'varchar', length: 760, ...column.exact }) nameKey!: string;
  @Column({ ...column.shortText, ...column.exact }) fromEmail!: string;
  @Column({ ...column.shortText, default: '' }) fromName!: string;
  @Column({ ...column.shortText, ...column.exact, nullable: true }) replyTo!: string | null;
  @Column({ type: 'varchar', length: 255, ...column.ascii }) host!: string;
  @Column({ type: 'smallint', unsigned: true }) port!: number;
  /** TLS from the first byte; otherwise STARTTLS when the server offers it. */
  @Column({ type: 'tinyint', unsigned: true }) secure!: number;
  @Column({ ...column.shortText, nullable: true }) username!: string | null;
  /** Encrypted with the sender's id as context. */
  @Column({ type: 'varchar', length: 1024, ...column.ascii, nullable: true }) password!: string | null;
  /** Replaces the password. */
  @Column({ type: 'text', nullable: true, transformer: column.asJson<SenderOAuth2 | null>() })
  oauth2!: SenderOAuth2 | null;
  /** `OAuth2Secrets`, encrypted with the sender's id as context. */
  @Column({ type: 'text', ...column.ascii, nullable: true }) oauth2Secrets!: string | null;
  @Column({ type: 'smallint', unsigned: true }) poolSize!: number;
  /** Emails per second; null for no limit. */
  @Column({ type: 'double', nullable: true }) rate!: number | null;
  @Column({ ...column.unsigned, nullable: true }) dailyCap!: number | null;
  /** For campaigns alone. */
  @Column({ ...column.unsigned, nullable: true }) dailyCapBulk!: number | null;
  @Column({ ...column.unsigned, nullable: true }) warmupStart!: number | null;
  @Column({ type: 'double', nullable: true }) warmupFactor!: number | null;
  /** The local day on which the warm-up starts. */
  @Column({ type: 'date', nullable: true }) warmupSince!: string | null;
  @Column({ ...column.shortText, ...column.ascii, nullable: true }) dkimDomain!: string | null;
  @Column({ type: 'varchar', length: 63, ...column.ascii, nullable: true }) dkimSelector!: string | null;
  /** PKCS #8 in PEM, encrypted with the sender's id as context. */
  @Column({ type: 'text', ...column.ascii, nullable: true }) dkimPrivateKey!: string | null;
  @Column({ type: 'text', ...column.ascii, nullable: true }) dkimRecord!: string | null;
  @Column({ ...column.shortText, ...column.ascii, nullable: true }) returnPathDomain!: string | null;
  @Column({ ...column.unsigned, nullable: true }) fallbackOf!: number | null;
  /** Incremented by every change, so that workers notice it. */
  @Column({ ...column.unsigned, default: 1 }) version!: number;
  @Column(column.secondAtInsert) createdAt!: Date;
  @Column(column.secondAtInsert) updatedAt!: Date;
}
