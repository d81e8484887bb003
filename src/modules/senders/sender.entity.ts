import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import { asJson } from '../../platform/database/as-json.js';
import type { SenderOAuth2 } from './sender-oauth2.js';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;
const second = { type: 'datetime', precision: 0, default: () => 'CURRENT_TIMESTAMP' } as const;

/** A mail server account with its From address. */
@Entity('senders')
@Index('ux_senders_name_key', ['nameKey'], { unique: true })
@Index('ix_senders_from_email', ['fromEmail'])
@Index('ix_senders_fallback_of', ['fallbackOf'])
export class Sender {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 190 }) name!: string;
  @Column({ type: 'varchar', length: 760, name: 'name_key', collation: 'utf8mb4_bin' }) nameKey!: string;
  @Column({ type: 'varchar', length: 190, name: 'from_email', collation: 'utf8mb4_bin' }) fromEmail!: string;
  @Column({ type: 'varchar', length: 190, name: 'from_name', default: '' }) fromName!: string;
  @Column({ type: 'varchar', length: 190, name: 'reply_to', collation: 'utf8mb4_bin', nullable: true })
  replyTo!: string | null;
  @Column({ type: 'varchar', length: 255, ...ascii }) host!: string;
  @Column({ type: 'smallint', unsigned: true }) port!: number;
  /** TLS from the first byte; otherwise STARTTLS when the server offers it. */
  @Column({ type: 'tinyint', unsigned: true }) secure!: number;
  @Column({ type: 'varchar', length: 190, nullable: true }) username!: string | null;
  /** Encrypted with the sender's id as context. */
  @Column({ type: 'varchar', length: 1024, nullable: true, ...ascii }) password!: string | null;
  /** Replaces the password. */
  @Column({ type: 'text', nullable: true, transformer: asJson<SenderOAuth2 | null>() }) oauth2!: SenderOAuth2 | null;
  /** `OAuth2Secrets`, encrypted with the sender's id as context. */
  @Column({ type: 'text', name: 'oauth2_secrets', nullable: true, ...ascii }) oauth2Secrets!: string | null;
  @Column({ type: 'smallint', unsigned: true, name: 'pool_size' }) poolSize!: number;
  /** Emails per second; null for no limit. */
  @Column({ type: 'double', nullable: true }) rate!: number | null;
  @Column({ type: 'int', unsigned: true, name: 'daily_cap', nullable: true }) dailyCap!: number | null;
  /** For campaigns alone. */
  @Column({ type: 'int', unsigned: true, name: 'daily_cap_bulk', nullable: true }) dailyCapBulk!: number | null;
  @Column({ type: 'int', unsigned: true, name: 'warmup_start', nullable: true }) warmupStart!: number | null;
  @Column({ type: 'double', name: 'warmup_factor', nullable: true }) warmupFactor!: number | null;
  /** The local day on which the warm-up starts. */
  @Column({ type: 'date', name: 'warmup_since', nullable: true }) warmupSince!: string | null;
  @Column({ type: 'varchar', length: 190, name: 'dkim_domain', nullable: true, ...ascii }) dkimDomain!: string | null;
  @Column({ type: 'varchar', length: 63, name: 'dkim_selector', nullable: true, ...ascii })
  dkimSelector!: string | null;
  /** PKCS #8 in PEM, encrypted with the sender's id as context. */
  @Column({ type: 'text', name: 'dkim_private_key', nullable: true, ...ascii }) dkimPrivateKey!: string | null;
  /** TXT record of the public key. */
  @Column({ type: 'text', name: 'dkim_record', nullable: true, ...ascii }) dkimRecord!: string | null;
  @Column({ type: 'varchar', length: 190, name: 'return_path_domain', nullable: true, ...ascii })
  returnPathDomain!: string | null;
  /** The sender for which this one is the fallback. */
  @Column({ type: 'int', unsigned: true, name: 'fallback_of', nullable: true }) fallbackOf!: number | null;
  /** Incremented by every change, so that workers notice it. */
  @Column({ type: 'int', unsigned: true, default: 1 }) version!: number;
  @Column({ ...second, name: 'created_at' }) createdAt!: Date;
  @Column({ ...second, name: 'updated_at' }) updatedAt!: Date;
}
