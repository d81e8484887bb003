/** A draft and a paused funnel take nobody in and move nobody on; who is inside stays where he is. */
export const FUNNEL_STATUSES = ['draft', 'published', 'paused'] as const;
export type FunnelStatus = (typeof FUNNEL_STATUSES)[number];

/** What became of a contact's way through a funnel. Cancelled is whoever left it before its end. */
export const ENTRY_STATUSES = ['active', 'completed', 'cancelled'] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** What became of one step for one entry; a failed step holds nobody up. */
export const STEP_OUTCOMES = ['done', 'skipped', 'failed'] as const;
export type StepOutcome = (typeof STEP_OUTCOMES)[number];
