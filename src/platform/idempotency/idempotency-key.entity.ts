import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ascii, atInsert, bigUnsigned, shortText, unsigned } from '../database/columns.js';

/** An Idempotency-Key with the stored answer. */
@Entity('idempotency_keys')
@Index('ix_idempotency_keys_created_at', ['createdAt'])
@Index('ux_idempotency_keys_claim_token', ['claimToken'], { unique: true })
@Index('ux_idempotency_keys_key', ['credentialId', 'idempotencyKey'], { unique: true })
export class IdempotencyKey {
  @PrimaryGeneratedColumn(bigUnsigned) id!: number;
  @Column(unsigned) credentialId!: number;
  @Column({ ...shortText, ...ascii }) idempotencyKey!: string;
  @Column({ type: 'char', length: 64, ...ascii }) fingerprint!: string;
  @Column({ type: 'char', length: 26, ...ascii }) claimToken!: string;
  @Column({ type: 'smallint', unsigned: true, nullable: true }) status!: number | null;
  @Column({ type: 'longtext', nullable: true }) body!: string | null;
  @Column(atInsert) claimedAt!: Date;
  @Column(atInsert) createdAt!: Date;
}
