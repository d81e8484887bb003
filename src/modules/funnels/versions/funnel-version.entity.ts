import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

/** The steps of a funnel; immutable, because enrollments use them. */
@Entity('funnel_versions')
@Index('ux_funnel_versions_number', ['funnelId', 'version'], { unique: true })
export class FunnelVersion {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.unsigned) funnelId!: number;
  @Column(column.unsigned) version!: number;
  /** An array of `Step`, with `***` for header values. */
  @Column({ type: 'longtext' }) steps!: string;
  /** The header values, encrypted; null if there are none. */
  @Column({ type: 'mediumtext', nullable: true }) secrets!: string | null;
  @Column({ ...column.unsigned, nullable: true }) restoredFrom!: number | null;
  @Column({ ...column.unsigned, nullable: true }) createdBy!: number | null;
  @Column(column.atInsert) createdAt!: Date;
}
