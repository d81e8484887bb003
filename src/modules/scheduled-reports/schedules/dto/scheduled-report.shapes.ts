import { DIGEST_TYPES } from '../../../reports/digests/digest-types.js';
import { RUN_STATES, type ScheduledReportRun } from '../scheduled-report-run.entity.js';
import { FREQUENCIES, SCHEDULE_STATUSES, scheduledReportSettingsShape } from '../scheduled-report-types.js';
import type { ScheduledReport } from '../scheduled-report.entity.js';
import * as s from '../../../../shapes/shape.js';
import { written } from '../../../../platform/shapes/written.js';

const scheduledReportShape = s.component('ScheduledReportResponse', {
  id: s.integer(3, 'The report that is sent'),
  title: s.text('Weekly overview'),
  type: s.oneOf(DIGEST_TYPES, undefined, 'overview'),
  frequency: s.oneOf(FREQUENCIES, 'Also the length of the period', 'weekly'),
  recipients: s.list(s.text(), undefined, { example: ['owner@example.com'] }),
  settings: scheduledReportSettingsShape,
  status: s.oneOf(SCHEDULE_STATUSES, '`paused`: sent only by `run`', 'active'),
  timezone: s.text('Europe/Berlin', 'Time zone of the schedule and of the periods'),
  next_run_at: s.nullable(s.isoTime('Null while the report is paused', '2026-07-06T05:00:00.000Z')),
  last_run_at: s.nullable(s.isoTime('When emails were last queued', '2026-06-29T05:00:01.250Z')),
  created_at: s.isoTime(undefined, '2026-06-01T09:30:00.000Z'),
  updated_at: s.isoTime(undefined, '2026-06-01T09:30:00.000Z'),
});

export const scheduledReportOf = (report: ScheduledReport) =>
  written(scheduledReportShape, report, { settings: written(scheduledReportSettingsShape, report.settings) });

const scheduledReportRunShape = s.component('ScheduledReportRunResponse', {
  id: s.integer(41),
  state: s.oneOf(
    RUN_STATES,
    '`sent`: its emails are queued. `missed`: no worker was running, and a later period was sent instead',
    'sent',
  ),
  from: s.text('2026-06-22', 'First day of the period'),
  to: s.text('2026-06-28', 'Last day of the period (inclusive)'),
  scheduled_for: s.nullable(s.isoTime('Null if requested by `run`', '2026-06-29T05:00:00.000Z')),
  late: s.boolean(false, 'Whether the run was more than an hour late'),
  failed_attempts: s.integer(0, 'Failed attempts of this run'),
  reason: s.nullable(s.text(null, 'Why the run failed or is retried')),
  ran_at: s.nullable(s.isoTime('Null until it ran', '2026-06-29T05:00:01.250Z')),
});

export const scheduledReportRunOf = (run: ScheduledReportRun) =>
  written(scheduledReportRunShape, run, {
    from: run.fromDay,
    to: run.toDay,
    late: run.isLate === 1,
    failed_attempts: run.attempts,
  });

export const scheduledReportsShape = s.component('ScheduledReportsResponse', {
  scheduled_reports: s.list(scheduledReportShape),
});

export const oneScheduledReportShape = s.component('OneScheduledReportResponse', {
  scheduled_report: scheduledReportShape,
  runs: s.list(scheduledReportRunShape, 'The last 20 runs, newest first'),
});

export const scheduledReportSavedShape = s.component('ScheduledReportSavedResponse', {
  message: s.text('Scheduled report saved.'),
  scheduled_report: scheduledReportShape,
});

export const scheduledReportRemovedShape = s.component('ScheduledReportRemovedResponse', {
  message: s.text('Scheduled report deleted.'),
});

export const scheduledReportStartedShape = s.component('ScheduledReportStartedResponse', {
  message: s.text('The report will be sent in a moment.'),
  run: scheduledReportRunShape,
});
