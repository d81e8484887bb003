import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { bigUnsigned } from '../database/columns.js';
import { IdempotencyKey } from './idempotency-key.entity.js';

/** A person in a stored answer, by the hash of the address. */
@Entity('idempotency_people')
@Index('ix_idempotency_people_key', ['keyId'])
export class IdempotencyPerson {
  @PrimaryColumn({ type: 'binary', length: 8 }) hash!: Buffer;
  @PrimaryColumn(bigUnsigned) keyId!: number;
  @ManyToOne(() => IdempotencyKey, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'fk_idempotency_people_key' })
  key!: Relation<IdempotencyKey>;
}
