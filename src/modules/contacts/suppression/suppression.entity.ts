import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

export const SUPPRESSION_KINDS = ['address', 'domain'] as const;
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number];

/** An address or a domain that never receives email. The hash decides; only values that managers entered are readable. */
@Entity('suppressions')
@Index('ux_suppressions_value', ['kind', 'valueHash'], { unique: true })
export class Suppression {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column({ type: 'enum', enum: SUPPRESSION_KINDS }) kind!: SuppressionKind;
  @Column({ type: 'binary', length: 32 }) valueHash!: Buffer;
  @Column({ ...column.shortText, ...column.exact, nullable: true }) value!: string | null;
  @Column({ type: 'varchar', length: 32, ...column.ascii }) reason!: string;
  @Column({ ...column.shortText, nullable: true }) note!: string | null;
  @Column(column.atInsert) createdAt!: Date;
}
