import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export const SUPPRESSION_KINDS = ['address', 'domain'] as const;
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number];

/** An address or a domain that never receives email. The hash decides; only values that managers entered are readable. */
@Entity('suppressions')
@Index('ux_suppressions_value', ['kind', 'valueHash'], { unique: true })
export class Suppression {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'enum', enum: SUPPRESSION_KINDS }) kind!: SuppressionKind;
  @Column({ type: 'binary', name: 'value_hash', length: 32 }) valueHash!: Buffer;
  @Column({ type: 'varchar', length: 190, collation: 'utf8mb4_bin', nullable: true }) value!: string | null;
  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' }) reason!: string;
  @Column({ type: 'varchar', length: 190, nullable: true }) note!: string | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
