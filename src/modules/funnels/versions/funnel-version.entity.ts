import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** The steps of a funnel; immutable, because enrollments use them. */
@Entity('funnel_versions')
@Index('ux_funnel_versions_number', ['funnelId', 'version'], { unique: true })
export class FunnelVersion {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'funnel_id' }) funnelId!: number;
  @Column({ type: 'int', unsigned: true }) version!: number;
  /** An array of `Step`, with `***` for header values. */
  @Column({ type: 'longtext' }) steps!: string;
  /** The header values, encrypted; null if there are none. */
  @Column({ type: 'mediumtext', nullable: true }) secrets!: string | null;
  @Column({ type: 'int', unsigned: true, name: 'restored_from', nullable: true }) restoredFrom!: number | null;
  @Column({ type: 'int', unsigned: true, name: 'created_by', nullable: true }) createdBy!: number | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
