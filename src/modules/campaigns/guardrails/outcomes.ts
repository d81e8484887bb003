/** Outcome of an email, as one letter. */
export type Outcome = 'b' | 'p' | '.';
export const BOUNCED: Outcome = 'b';
/** Refused by the policy of the mailbox provider. */
export const REFUSED: Outcome = 'p';
export const NOT_BOUNCED: Outcome = '.';

/** Number of last outcomes that are evaluated. */
const WINDOW = 500;
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
export function withLateBounces(recent: string, count: number, outcome: Outcome = BOUNCED): string {
  let seen = recent;
  for (let left = count; left > 0; left -= 1) {
    const at = seen.lastIndexOf(NOT_BOUNCED);
    if (at === -1) break;
    seen = seen.slice(0, at) + outcome + seen.slice(at + 1);
  }
  return seen;
}

const count = (recent: string, outcome: Outcome): number => recent.split(outcome).length - 1;

/** @param refused how many of the refusals by policy count. */
export function isBounceRateExceeded(recent: string, refused = count(recent, REFUSED)): boolean {
  const bounces = count(recent, BOUNCED) + Math.min(refused, count(recent, REFUSED));
  return recent.length >= ENOUGH && bounces / recent.length > MAX_BOUNCES;
}

export const isComplaintRateExceeded = ({ sent, complaints }: Pick<Seen, 'sent' | 'complaints'>): boolean =>
  sent >= ENOUGH && complaints >= MIN_COMPLAINTS && complaints / sent > MAX_COMPLAINTS;
