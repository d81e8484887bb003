import { StateMachine } from '../../../platform/work/states.js';

/** Draft and paused funnels enroll no contacts and run no steps; active enrollments keep their place. */
export const FUNNEL_STATUSES = ['draft', 'published', 'paused'] as const;
export type FunnelStatus = (typeof FUNNEL_STATUSES)[number];

export const FUNNELS = new StateMachine('funnel', 'funnels.status', FUNNEL_STATUSES, {
  initial: ['draft'],
  events: { set: { from: FUNNEL_STATUSES, to: FUNNEL_STATUSES } },
});

/** `cancelled`: left before the end. */
export const ENROLLMENT_STATUSES = ['active', 'completed', 'cancelled'] as const;
export type EnrollmentStatus = (typeof ENROLLMENT_STATUSES)[number];

export const ENROLLMENTS = new StateMachine('enrollment', 'funnel_entries.status', ENROLLMENT_STATUSES, {
  initial: ['active'],
  terminal: ['completed', 'cancelled'],
  events: { complete: { from: ['active'], to: 'completed' }, cancel: { from: ['active'], to: 'cancelled' } },
});

/** A failed step does not block the enrollment. */
export const STEP_OUTCOMES = ['done', 'skipped', 'failed'] as const;
export type StepOutcome = (typeof STEP_OUTCOMES)[number];
