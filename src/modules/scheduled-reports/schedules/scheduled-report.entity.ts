import type { DigestType } from '../../reports/digests/digest-types.js';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ascii, moment, second, shortText, unsigned } from '../../../platform/database/columns.js';
import type { Weekday } from '../../../platform/clock/weekly-window.js';
import {
  FREQUENCIES,
  type Frequency,
  type LongerRange,
  SCHEDULE_STATUSES,
  type ScheduleStatus,
} from './scheduled-report-types.js';

/** Filters and schedule of a report, with defaults filled in. */
export interface ScheduledReportSettings {
  readonly dateRange: LongerRange | null;
  readonly lists: readonly number[];
  readonly tags: readonly number[];
  readonly campaignId: number | null;
  readonly funnelId: number | null;
  /** ISO 4217; null for the default currency of reports. */
  readonly currency: string | null;
  /** Local time `HH:MM` in the time zone of the report. */
  readonly sendAt: string;
  /** For weekly reports. */
  readonly weekday: Weekday;
  /** For monthly and quarterly reports; in shorter months, the last day. */
  readonly day: number;
}

const asJson = <Value>(): { to: (value: Value) => string; from: (text: string) => Value } => ({
  to: (value) => JSON.stringify(value),
  from: (text) => JSON.parse(text) as Value,
});

@Entity('scheduled_reports')
@Index('ix_scheduled_reports_next_run_at', ['nextRunAt'])
export class ScheduledReport {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column(shortText) title!: string;
  @Column({ type: 'varchar', length: 32, ...ascii }) type!: DigestType;
  @Column({ type: 'enum', enum: FREQUENCIES }) frequency!: Frequency;
  @Column({ type: 'text', transformer: asJson<readonly string[]>() }) recipients!: readonly string[];
  @Column({ type: 'text', transformer: asJson<ScheduledReportSettings>() }) settings!: ScheduledReportSettings;
  @Column({ type: 'enum', enum: SCHEDULE_STATUSES }) status!: ScheduleStatus;
  /** IANA time zone. */
  @Column({ type: 'varchar', length: 64, ...ascii }) timezone!: string;
  /** Null while the report is paused. */
  @Column({ ...moment, nullable: true }) nextRunAt!: Date | null;
  @Column({ ...moment, nullable: true }) lastRunAt!: Date | null;
  @Column(second) createdAt!: Date;
  @Column(second) updatedAt!: Date;
}
