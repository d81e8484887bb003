import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** An Idempotency-Key with the stored answer. */
@Entity('idempotency_keys')
@Index('ix_idempotency_keys_created_at', ['createdAt'])
@Index('ux_idempotency_keys_claim_token', ['claimToken'], { unique: true })
@Index('ux_idempotency_keys_key', ['credentialId', 'idempotencyKey'], { unique: true })
export class IdempotencyKey {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'credential_id' }) credentialId!: number;
  @Column({ type: 'varchar', length: 190, name: 'idempotency_key', ...ascii }) idempotencyKey!: string;
  @Column({ type: 'char', length: 64, ...ascii }) fingerprint!: string;
  @Column({ type: 'char', length: 26, name: 'claim_token', ...ascii }) claimToken!: string;
  @Column({ type: 'smallint', unsigned: true, nullable: true }) status!: number | null;
  @Column({ type: 'longtext', nullable: true }) body!: string | null;
  @Column({ type: 'datetime', precision: 3, name: 'claimed_at', default: () => 'CURRENT_TIMESTAMP(3)' })
  claimedAt!: Date;
  @Column({ type: 'datetime', precision: 3, name: 'created_at', default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
