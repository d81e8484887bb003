import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { asJson } from '../../platform/database/as-json.js';
import type { FunnelConditions, FunnelSettings } from './definition/funnel-rules.js';
import { FUNNEL_STATUSES, type FunnelStatus } from './funnel-status.js';

/** A funnel as it is shown and changed. Its steps stand in versions, which nobody ever changes. */
@Entity('funnels')
@Index('ix_funnels_trigger', ['status', 'triggerName'])
export class Funnel {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 190 }) title!: string;
  @Column({ type: 'varchar', name: 'trigger_name', length: 190, charset: 'ascii', collation: 'ascii_bin' })
  triggerName!: string;
  @Column({ type: 'enum', enum: FUNNEL_STATUSES, default: 'draft' }) status!: FunnelStatus;
  @Column({ type: 'longtext', transformer: asJson<FunnelConditions>() }) conditions!: FunnelConditions;
  @Column({ type: 'longtext', transformer: asJson<FunnelSettings>() }) settings!: FunnelSettings;
  /** The version that new entries run through, and its number. */
  @Column({ type: 'int', unsigned: true, name: 'version_id', default: 0 }) versionId!: number;
  @Column({ type: 'int', unsigned: true, default: 0 }) version!: number;
  /** The id of the version that people are being moved to; 0 when nobody is. */
  @Column({ type: 'int', unsigned: true, default: 0 }) migrating!: number;
  /** Goes up with every change, so that processes know when what they remember of it is old. */
  @Column({ type: 'int', unsigned: true, default: 0 }) revision!: number;
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
