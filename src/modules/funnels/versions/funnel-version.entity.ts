import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { atInsert, unsigned } from '../../../platform/database/columns.js';

/** The steps of a funnel; immutable, because enrollments use them. */
@Entity('funnel_versions')
@Index('ux_funnel_versions_number', ['funnelId', 'version'], { unique: true })
export class FunnelVersion {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column(unsigned) funnelId!: number;
  @Column(unsigned) version!: number;
  /** An array of `Step`, with `***` for header values. */
  @Column({ type: 'longtext' }) steps!: string;
  /** The header values, encrypted; null if there are none. */
  @Column({ type: 'mediumtext', nullable: true }) secrets!: string | null;
  @Column({ ...unsigned, nullable: true }) restoredFrom!: number | null;
  @Column({ ...unsigned, nullable: true }) createdBy!: number | null;
  @Column(atInsert) createdAt!: Date;
}
