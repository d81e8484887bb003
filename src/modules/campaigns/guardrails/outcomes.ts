/** Outcome of an email, as one letter. */
export type Outcome = 'b' | '.';
export const BOUNCED: Outcome = 'b';
export const NOT_BOUNCED: Outcome = '.';

/** Number of last outcomes that are evaluated. */
export const WINDOW = 500;
/** Minimum number of outcomes for a rate. */
const ENOUGH = 50;
const MAX_BOUNCES = 0.1;
const MAX_COMPLAINTS = 0.003;
/** Minimum number of complaints, so that one complaint in a small campaign does not pause it. */
const MIN_COMPLAINTS = 2;

export interface Seen {
  /** Oldest first. */
  readonly recent: string;
  readonly sent: number;
  readonly complaints: number;
}

export function withOutcomes(recent: string, outcomes: readonly Outcome[]): string {
  return (recent + outcomes.join('')).slice(-WINDOW);
}

/** Replaces deliveries by late bounces: each email has its place already and counts once. */
export function withLateBounces(recent: string, count: number): string {
  let seen = recent;
  for (let left = count; left > 0; left -= 1) {
    const at = seen.lastIndexOf(NOT_BOUNCED);
    if (at === -1) break;
    seen = seen.slice(0, at) + BOUNCED + seen.slice(at + 1);
  }
  return seen;
}

/** Returns the rate that exceeds its limit; null when none does. */
export function exceededLimit({ recent, sent, complaints }: Seen): 'bounce_rate' | 'complaint_rate' | null {
  const bounces = recent.split(BOUNCED).length - 1;
  if (recent.length >= ENOUGH && bounces / recent.length > MAX_BOUNCES) return 'bounce_rate';
  if (sent >= ENOUGH && complaints >= MIN_COMPLAINTS && complaints / sent > MAX_COMPLAINTS) return 'complaint_rate';
  return null;
}
