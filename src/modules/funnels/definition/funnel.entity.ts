import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import type { FunnelConditions, FunnelSettings } from './funnel-rules.js';
import { FUNNEL_STATUSES, type FunnelStatus } from './funnel-status.js';

export const TITLE_LENGTH = 190;
export const FUNNEL_SORT_FIELDS = ['id', 'title', 'trigger_name', 'status', 'created_at', 'updated_at'] as const;
export type FunnelSortField = (typeof FUNNEL_SORT_FIELDS)[number];

/** Steps are stored in versions, which are immutable. */
@Entity('funnels')
@Index('ix_funnels_trigger', ['status', 'triggerName'])
export class Funnel {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column({ type: 'varchar', length: TITLE_LENGTH }) title!: string;
  @Column({ ...column.shortText, ...column.ascii }) triggerName!: string;
  @Column({ type: 'enum', enum: FUNNEL_STATUSES, default: 'draft' }) status!: FunnelStatus;
  @Column({ type: 'longtext', transformer: column.asJson<FunnelConditions>() }) conditions!: FunnelConditions;
  @Column({ type: 'longtext', transformer: column.asJson<FunnelSettings>() }) settings!: FunnelSettings;
  @Column(column.count) versionId!: number;
  @Column(column.count) version!: number;
  /** The id of the version that active enrollments are migrated to; 0 for none. */
  @Column(column.count) migrating!: number;
  /** Increases with every change, so that processes know when their cache is stale. */
  @Column(column.count) revision!: number;
  /** The last domain event before the funnel was published; it and all earlier ones do not trigger the funnel. */
  @Column(column.bigCount) publishedAfter!: number;
  @Column({ ...column.unsigned, nullable: true }) createdBy!: number | null;
  @Column({ ...column.moment, nullable: true }) deletedAt!: Date | null;
  @Column(column.atInsert) createdAt!: Date;
  @Column(column.atUpdate) updatedAt!: Date;
}
