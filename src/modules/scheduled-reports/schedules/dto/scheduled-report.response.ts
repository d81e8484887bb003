import { ApiProperty } from '@nestjs/swagger';
import { WEEKDAYS } from '../../../../platform/clock/weekly-window.js';
import { RUN_STATES, type RunState, type ScheduledReportRun } from '../scheduled-report-run.entity.js';
import {
  FREQUENCIES,
  type Frequency,
  LONGER_RANGES,
  SCHEDULE_STATUSES,
  SCHEDULED_REPORT_TYPES,
  type ScheduledReportType,
  type ScheduleStatus,
} from '../scheduled-report-types.js';
import type { ScheduledReport } from '../scheduled-report.entity.js';

const nullableText = { type: String, nullable: true } as const;

const ids = { type: 'array', items: { type: 'integer' } } as const;

class ScheduledReportSettingsResponse {
  @ApiProperty({
    enum: LONGER_RANGES,
    nullable: true,
    example: null,
    description: 'A longer range that replaces the period; null for the period itself',
  })
  readonly date_range!: string | null;
  @ApiProperty({ ...ids, example: [3], description: 'Only contacts in any of these lists' })
  readonly lists!: readonly number[];
  @ApiProperty({ ...ids, example: [], description: 'Only contacts with any of these tags' })
  readonly tags!: readonly number[];
  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'For the type `campaign`' })
  readonly campaign_id!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'For the type `funnel`' })
  readonly funnel_id!: number | null;
  @ApiProperty({ ...nullableText, example: null, description: 'Null: the currency of reports' })
  readonly currency!: string | null;
  @ApiProperty({ example: '07:00', description: 'Local time in the time zone of the report' })
  readonly send_at!: string;
  @ApiProperty({ enum: WEEKDAYS, example: 'Mon', description: 'For weekly reports' }) readonly weekday!: string;
  @ApiProperty({ type: 'integer', example: 1, description: 'Day of the month' }) readonly day!: number;
}

export class ScheduledReportResponse {
  @ApiProperty({ type: 'integer', example: 3, description: 'The report that is sent' }) readonly id: number;
  @ApiProperty({ example: 'Weekly overview' }) readonly title: string;
  @ApiProperty({ enum: SCHEDULED_REPORT_TYPES, example: 'overview' }) readonly type: ScheduledReportType;
  @ApiProperty({ enum: FREQUENCIES, example: 'weekly', description: 'Also the length of the period' })
  readonly frequency: Frequency;
  @ApiProperty({ type: [String], example: ['owner@example.com'] }) readonly recipients: readonly string[];
  @ApiProperty() readonly settings: ScheduledReportSettingsResponse;
  @ApiProperty({ enum: SCHEDULE_STATUSES, example: 'active', description: '`paused`: sent only by `run`' })
  readonly status: ScheduleStatus;
  @ApiProperty({ example: 'Europe/Berlin', description: 'Time zone of the schedule and of the periods' })
  readonly timezone: string;
  @ApiProperty({ ...nullableText, example: '2026-07-06T05:00:00.000Z', description: 'Null while the report is paused' })
  readonly next_run_at: string | null;
  @ApiProperty({ ...nullableText, example: '2026-06-29T05:00:01.250Z', description: 'When emails were last queued' })
  readonly last_run_at: string | null;
  @ApiProperty({ example: '2026-06-01T09:30:00.000Z' }) readonly created_at: string;
  @ApiProperty({ example: '2026-06-01T09:30:00.000Z' }) readonly updated_at: string;

  constructor(report: ScheduledReport) {
    const { settings } = report;
    this.id = report.id;
    this.title = report.title;
    this.type = report.type;
    this.frequency = report.frequency;
    this.recipients = report.recipients;
    this.settings = {
      date_range: settings.dateRange,
      lists: settings.lists,
      tags: settings.tags,
      campaign_id: settings.campaignId,
      funnel_id: settings.funnelId,
      currency: settings.currency,
      send_at: settings.sendAt,
      weekday: settings.weekday,
      day: settings.day,
    };
    this.status = report.status;
    this.timezone = report.timezone;
    this.next_run_at = report.nextRunAt?.toISOString() ?? null;
    this.last_run_at = report.lastRunAt?.toISOString() ?? null;
    this.created_at = report.createdAt.toISOString();
    this.updated_at = report.updatedAt.toISOString();
  }
}

export class ScheduledReportRunResponse {
  @ApiProperty({ type: 'integer', example: 41 }) readonly id: number;
  @ApiProperty({
    enum: RUN_STATES,
    example: 'sent',
    description: '`sent`: its emails are queued. `missed`: no worker was running, and a later period was sent instead',
  })
  readonly state: RunState;
  @ApiProperty({ example: '2026-06-22', description: 'First day of the period' }) readonly from: string;
  @ApiProperty({ example: '2026-06-28', description: 'Last day of the period (inclusive)' }) readonly to: string;
  @ApiProperty({ ...nullableText, example: '2026-06-29T05:00:00.000Z', description: 'Null if requested by `run`' })
  readonly scheduled_for: string | null;
  @ApiProperty({ example: false, description: 'Whether the run was more than an hour late' }) readonly late: boolean;
  @ApiProperty({ type: 'integer', example: 0, description: 'Failed attempts of this run' })
  readonly failed_attempts: number;
  @ApiProperty({ ...nullableText, example: null, description: 'Why the run failed or is retried' })
  readonly reason: string | null;
  @ApiProperty({ ...nullableText, example: '2026-06-29T05:00:01.250Z', description: 'Null until it ran' })
  readonly ran_at: string | null;

  constructor(run: ScheduledReportRun) {
    this.id = run.id;
    this.state = run.state;
    this.from = run.fromDay;
    this.to = run.toDay;
    this.scheduled_for = run.scheduledFor?.toISOString() ?? null;
    this.late = run.isLate === 1;
    this.failed_attempts = run.attempts;
    this.reason = run.reason;
    this.ran_at = run.ranAt?.toISOString() ?? null;
  }
}

export class ScheduledReportsResponse {
  @ApiProperty({ type: [ScheduledReportResponse] }) readonly scheduled_reports: readonly ScheduledReportResponse[];

  constructor(reports: readonly ScheduledReport[]) {
    this.scheduled_reports = reports.map((report) => new ScheduledReportResponse(report));
  }
}

export class OneScheduledReportResponse {
  @ApiProperty() readonly scheduled_report: ScheduledReportResponse;
  @ApiProperty({ type: [ScheduledReportRunResponse], description: 'The last 20 runs, newest first' })
  readonly runs: readonly ScheduledReportRunResponse[];

  constructor(report: ScheduledReport, runs: readonly ScheduledReportRun[]) {
    this.scheduled_report = new ScheduledReportResponse(report);
    this.runs = runs.map((run) => new ScheduledReportRunResponse(run));
  }
}

export class ScheduledReportSavedResponse {
  @ApiProperty({ type: String, example: 'Scheduled report saved.' }) readonly message = 'Scheduled report saved.';
  @ApiProperty() readonly scheduled_report: ScheduledReportResponse;

  constructor(report: ScheduledReport) {
    this.scheduled_report = new ScheduledReportResponse(report);
  }
}

export class ScheduledReportRemovedResponse {
  @ApiProperty({ type: String, example: 'Scheduled report deleted.' }) readonly message = 'Scheduled report deleted.';
}

export class ScheduledReportStartedResponse {
  @ApiProperty({ type: String, example: 'The report will be sent in a moment.' })
  readonly message = 'The report will be sent in a moment.';
  @ApiProperty() readonly run: ScheduledReportRunResponse;

  constructor(run: ScheduledReportRun) {
    this.run = new ScheduledReportRunResponse(run);
  }
}
