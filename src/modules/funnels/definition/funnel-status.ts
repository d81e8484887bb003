/** Draft and paused funnels enroll no contacts and run no steps; active enrollments keep their place. */
export const FUNNEL_STATUSES = ['draft', 'published', 'paused'] as const;
export type FunnelStatus = (typeof FUNNEL_STATUSES)[number];

/** `cancelled`: left before the end. */
export const ENROLLMENT_STATUSES = ['active', 'completed', 'cancelled'] as const;
export type EnrollmentStatus = (typeof ENROLLMENT_STATUSES)[number];

/** A failed step does not block the enrollment. */
export const STEP_OUTCOMES = ['done', 'skipped', 'failed'] as const;
export type StepOutcome = (typeof STEP_OUTCOMES)[number];
