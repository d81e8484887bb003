import { StateMachine } from '../../../platform/work/states.js';

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
