import type { DigestType } from '../../reports/digests/digest-types.js';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import {
  FREQUENCIES,
  type Frequency,
  SCHEDULE_STATUSES,
  type ScheduledReportSettings,
  type ScheduleStatus,
} from './scheduled-report-types.js';

@Entity('scheduled_reports')
@Index('ix_scheduled_reports_next_run_at', ['nextRunAt'])
export class ScheduledReport {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.shortText) title!: string;
  @Column({ type: 'varchar', length: 32, ...column.ascii }) type!: DigestType;
  @Column({ type: 'enum', enum: FREQUENCIES }) frequency!: Frequency;
  @Column({ type: 'text', transformer: column.asJson<readonly string[]>() }) recipients!: readonly string[];
  @Column({ type: 'text', transformer: column.asJson<ScheduledReportSettings>() }) settings!: ScheduledReportSettings;
  @Column({ type: 'enum', enum: SCHEDULE_STATUSES }) status!: ScheduleStatus;
  /** IANA time zone. */
  @Column({ type: 'varchar', length: 64, ...column.ascii }) timezone!: string;
  /** Null while the report is paused. */
  @Column({ ...column.moment, nullable: true }) nextRunAt!: Date | null;
  @Column({ ...column.moment, nullable: true }) lastRunAt!: Date | null;
  @Column(column.second) createdAt!: Date;
  @Column(column.second) updatedAt!: Date;
}
