import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { asJson } from '../../../platform/database/as-json.js';
import type { FunnelConditions, FunnelSettings } from './funnel-rules.js';
import { FUNNEL_STATUSES, type FunnelStatus } from './funnel-status.js';

export const TITLE_LENGTH = 190;
export const FUNNEL_SORT_FIELDS = ['id', 'title', 'trigger_name', 'status', 'created_at', 'updated_at'] as const;
export type FunnelSortField = (typeof FUNNEL_SORT_FIELDS)[number];

/** Steps are stored in versions, which are immutable. */
@Entity('funnels')
@Index('ix_funnels_trigger', ['status', 'triggerName'])
export class Funnel {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: TITLE_LENGTH }) title!: string;
  @Column({ type: 'varchar', name: 'trigger_name', length: 190, charset: 'ascii', collation: 'ascii_bin' })
  triggerName!: string;
  @Column({ type: 'enum', enum: FUNNEL_STATUSES, default: 'draft' }) status!: FunnelStatus;
  @Column({ type: 'longtext', transformer: asJson<FunnelConditions>() }) conditions!: FunnelConditions;
  @Column({ type: 'longtext', transformer: asJson<FunnelSettings>() }) settings!: FunnelSettings;
  @Column({ type: 'int', unsigned: true, name: 'version_id', default: 0 }) versionId!: number;
  @Column({ type: 'int', unsigned: true, default: 0 }) version!: number;
  /** The id of the version that active enrollments are migrated to; 0 for none. */
  @Column({ type: 'int', unsigned: true, default: 0 }) migrating!: number;
  /** Increases with every change, so that processes know when their cache is stale. */
  @Column({ type: 'int', unsigned: true, default: 0 }) revision!: number;
  /** The last domain event before the funnel was published; it and all earlier ones do not trigger the funnel. */
  @Column({ type: 'bigint', unsigned: true, name: 'published_after', default: 0 }) publishedAfter!: number;
  @Column({ type: 'int', unsigned: true, name: 'created_by', nullable: true }) createdBy!: number | null;
  @Column({ type: 'datetime', name: 'deleted_at', precision: 3, nullable: true }) deletedAt!: Date | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
  @Column({
    type: 'datetime',
    name: 'updated_at',
    precision: 3,
    default: () => 'CURRENT_TIMESTAMP(3)',
    onUpdate: 'CURRENT_TIMESTAMP(3)',
  })
  updatedAt!: Date;
}
