import type { Reentry } from '../definition/funnel-rules.js';

/** What is known of earlier ways of a contact through the funnel. */
export interface EarlierEntries {
  readonly isActive: boolean;
  readonly lastEnteredAt: Date | null;
  /** Within the last day. */
  readonly recently: number;
}

export const NEVER_ENTERED: EarlierEntries = { isActive: false, lastEnteredAt: null, recently: 0 };

const DAY_MS = 86_400_000;
/**
 * Two systems that call each other can send a contact round and round without any funnel being at fault; after so many
 * times in a day nobody wants it any more.
 */
export const MOST_ENTRIES_A_DAY = 50;

/** Whether a trigger takes the contact in once more. */
export function mayEnter({ mode, days }: Reentry, earlier: EarlierEntries, now: Date): boolean {
  if (earlier.isActive || earlier.recently >= MOST_ENTRIES_A_DAY) return false;
  if (earlier.lastEnteredAt === null) return true;
  if (mode === 'never') return false;
  return mode === 'always' || now.getTime() - earlier.lastEnteredAt.getTime() >= (days ?? 0) * DAY_MS;
}
