import type { Reentry } from '../definition/funnel-rules.js';

export interface EarlierEnrollments {
  readonly isActive: boolean;
  readonly lastEnteredAt: Date | null;
  readonly recently: number;
}

export const NEVER_ENROLLED: EarlierEnrollments = { isActive: false, lastEnteredAt: null, recently: 0 };

const DAY_MS = 86_400_000;
/** Stops loops between systems that call each other. */
export const MAX_ENROLLMENTS_PER_DAY = 50;

export function mayEnter({ mode, days }: Reentry, earlier: EarlierEnrollments, now: Date): boolean {
  if (earlier.isActive || earlier.recently >= MAX_ENROLLMENTS_PER_DAY) return false;
  if (earlier.lastEnteredAt === null) return true;
  if (mode === 'never') return false;
  return mode === 'always' || now.getTime() - earlier.lastEnteredAt.getTime() >= (days ?? 0) * DAY_MS;
}
