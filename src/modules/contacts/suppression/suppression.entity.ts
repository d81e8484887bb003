import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ascii, atInsert, exact, shortText, unsigned } from '../../../platform/database/columns.js';

export const SUPPRESSION_KINDS = ['address', 'domain'] as const;
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number];

/** An address or a domain that never receives email. The hash decides; only values that managers entered are readable. */
@Entity('suppressions')
@Index('ux_suppressions_value', ['kind', 'valueHash'], { unique: true })
export class Suppression {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column({ type: 'enum', enum: SUPPRESSION_KINDS }) kind!: SuppressionKind;
  @Column({ type: 'binary', length: 32 }) valueHash!: Buffer;
  @Column({ ...shortText, ...exact, nullable: true }) value!: string | null;
  @Column({ type: 'varchar', length: 32, ...ascii }) reason!: string;
  @Column({ ...shortText, nullable: true }) note!: string | null;
  @Column(atInsert) createdAt!: Date;
}
