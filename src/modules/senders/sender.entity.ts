import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ascii, exact, secondAtInsert, shortText, unsigned, asJson } from '../../platform/database/columns.js';
import type { SenderOAuth2 } from './sender-oauth2.js';

@Entity('senders')
@Index('ux_senders_name_key', ['nameKey'], { unique: true })
@Index('ix_senders_from_email', ['fromEmail'])
@Index('ix_senders_fallback_of', ['fallbackOf'])
export class Sender {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column(shortText) name!: string;
  @Column({ type: 'varchar', length: 760, ...exact }) nameKey!: string;
  @Column({ ...shortText, ...exact }) fromEmail!: string;
  @Column({ ...shortText, default: '' }) fromName!: string;
  @Column({ ...shortText, ...exact, nullable: true }) replyTo!: string | null;
  @Column({ type: 'varchar', length: 255, ...ascii }) host!: string;
  @Column({ type: 'smallint', unsigned: true }) port!: number;
  /** TLS from the first byte; otherwise STARTTLS when the server offers it. */
  @Column({ type: 'tinyint', unsigned: true }) secure!: number;
  @Column({ ...shortText, nullable: true }) username!: string | null;
  /** Encrypted with the sender's id as context. */
  @Column({ type: 'varchar', length: 1024, ...ascii, nullable: true }) password!: string | null;
  /** Replaces the password. */
  @Column({ type: 'text', nullable: true, transformer: asJson<SenderOAuth2 | null>() }) oauth2!: SenderOAuth2 | null;
  /** `OAuth2Secrets`, encrypted with the sender's id as context. */
  @Column({ type: 'text', ...ascii, nullable: true }) oauth2Secrets!: string | null;
  @Column({ type: 'smallint', unsigned: true }) poolSize!: number;
  /** Emails per second; null for no limit. */
  @Column({ type: 'double', nullable: true }) rate!: number | null;
  @Column({ ...unsigned, nullable: true }) dailyCap!: number | null;
  /** For campaigns alone. */
  @Column({ ...unsigned, nullable: true }) dailyCapBulk!: number | null;
  @Column({ ...unsigned, nullable: true }) warmupStart!: number | null;
  @Column({ type: 'double', nullable: true }) warmupFactor!: number | null;
  /** The local day on which the warm-up starts. */
  @Column({ type: 'date', nullable: true }) warmupSince!: string | null;
  @Column({ ...shortText, ...ascii, nullable: true }) dkimDomain!: string | null;
  @Column({ type: 'varchar', length: 63, ...ascii, nullable: true }) dkimSelector!: string | null;
  /** PKCS #8 in PEM, encrypted with the sender's id as context. */
  @Column({ type: 'text', ...ascii, nullable: true }) dkimPrivateKey!: string | null;
  @Column({ type: 'text', ...ascii, nullable: true }) dkimRecord!: string | null;
  @Column({ ...shortText, ...ascii, nullable: true }) returnPathDomain!: string | null;
  @Column({ ...unsigned, nullable: true }) fallbackOf!: number | null;
  /** Incremented by every change, so that workers notice it. */
  @Column({ ...unsigned, default: 1 }) version!: number;
  @Column(secondAtInsert) createdAt!: Date;
  @Column(secondAtInsert) updatedAt!: Date;
}
