/** What became of a mail, as far as guardrails care; a letter each. */
export type Outcome = 'b' | '.';
export const BOUNCED: Outcome = 'b';
export const NOT_BOUNCED: Outcome = '.';

/** So many of the last mails that came to their end are looked at. */
export const WINDOW = 500;
/** Fewer say nothing about the rest. */
const ENOUGH = 50;
const MOST_BOUNCES = 0.1;
const MOST_COMPLAINTS = 0.003;
/** One person who is angry is no rate, however few were mailed. */
const FEWEST_COMPLAINTS = 2;

export interface Seen {
  /** The newest last. */
  readonly recent: string;
  readonly sent: number;
  readonly complaints: number;
}

export function withOutcomes(recent: string, outcomes: readonly Outcome[]): string {
  return (recent + outcomes.join('')).slice(-WINDOW);
}

/** Mails that had seemed to arrive and came back later: each has its place already, and is one of them only once. */
export function withLateBounces(recent: string, count: number): string {
  let seen = recent;
  for (let left = count; left > 0; left -= 1) {
    const at = seen.lastIndexOf(NOT_BOUNCED);
    if (at === -1) break;
    seen = seen.slice(0, at) + BOUNCED + seen.slice(at + 1);
  }
  return seen;
}

/** Why sending on would do harm; null when it would not. */
export function dangerOf({ recent, sent, complaints }: Seen): 'bounce_rate' | 'complaint_rate' | null {
  const bounces = recent.split(BOUNCED).length - 1;
  if (recent.length >= ENOUGH && bounces / recent.length > MOST_BOUNCES) return 'bounce_rate';
  if (sent >= ENOUGH && complaints >= FEWEST_COMPLAINTS && complaints / sent > MOST_COMPLAINTS) return 'complaint_rate';
  return null;
}
