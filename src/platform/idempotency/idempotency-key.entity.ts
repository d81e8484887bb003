import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { JoinColumn, ManyToOne, type Relation } from 'typeorm';
import * as column from '../database/columns.js';

/** An Idempotency-Key with the stored answer. */
@Entity('idempotency_keys')
@Index('ix_idempotency_keys_created_at', ['createdAt'])
@Index('ux_idempotency_keys_claim_token', ['claimToken'], { unique: true })
@Index('ux_idempotency_keys_key', ['credentialId', 'idempotencyKey'], { unique: true })
export class IdempotencyKey {
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  @Column(column.unsigned) credentialId!: number;
  @Column({ ...column.shortText, ...column.ascii }) idempotencyKey!: string;
  @Column({ type: 'char', length: 64, ...column.ascii }) fingerprint!: string;
  @Column({ type: 'char', length: 26, ...column.ascii }) claimToken!: string;
  @Column({ type: 'smallint', unsigned: true, nullable: true }) status!: number | null;
  @Column({ type: 'longtext', nullable: true }) body!: string | null;
  @Column(column.atInsert) claimedAt!: Date;
  @Column(column.atInsert) createdAt!: Date;
}

/** A person in a stored answer, by the hash of the address. */
@Entity('idempotency_people')
@Index('ix_idempotency_people_key', ['keyId'])
export class IdempotencyPerson {
  @PrimaryColumn({ type: 'binary', length: 8 }) hash!: Buffer;
  @PrimaryColumn(column.bigUnsigned) keyId!: number;
  @ManyToOne(() => IdempotencyKey, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'fk_idempotency_people_key' })
  key!: Relation<IdempotencyKey>;
}
