import { WEEKDAYS } from '../../../platform/clock/weekly-window.js';
import type { InCamelCase } from '../../../platform/text/camel-case.js';
import { StateMachine } from '../../../platform/work/states.js';
import * as s from '../../../shapes/shape.js';

export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'quarterly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const SCHEDULE_STATUSES = ['active', 'paused'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

export const SCHEDULES = new StateMachine('scheduled report', 'scheduled_reports.status', SCHEDULE_STATUSES, {
  initial: SCHEDULE_STATUSES,
  events: { resume: { from: ['paused'], to: 'active' }, pause: { from: SCHEDULE_STATUSES, to: 'paused' } },
});

/** Ranges longer than the period, with the same last day. */
export const LONGER_RANGES = ['7_days', '30_days', '90_days', '12_months'] as const;
export type LongerRange = (typeof LONGER_RANGES)[number];

export const scheduledReportSettingsShape = s.component('ScheduledReportSettingsResponse', {
  date_range: s.nullable(
    s.oneOf(LONGER_RANGES, 'A longer range that replaces the period; null for the period itself', null),
  ),
  lists: s.list(s.integer(), 'Only contacts in any of these lists', { example: [3] }),
  tags: s.list(s.integer(), 'Only contacts with any of these tags', { example: [] }),
  campaign_id: s.nullable(s.integer(null, 'For the type `campaign`')),
  funnel_id: s.nullable(s.integer(null, 'For the type `funnel`')),
  currency: s.nullable(s.text(null, 'Null: the currency of reports')),
  send_at: s.text('07:00', 'Local time in the time zone of the report'),
  weekday: s.oneOf(WEEKDAYS, 'For weekly reports', 'Mon'),
  day: s.integer(1, 'Day of the month'),
});
/** Filters and schedule of a report, with defaults filled in, as they are stored. */
export type ScheduledReportSettings = InCamelCase<s.TypeOf<typeof scheduledReportSettingsShape>>;
