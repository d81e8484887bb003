/**
 * `failed`: something does not work or will stop working. `warning`: worth fixing. `skipped`: not checked until another finding is fixed.
 */
export const VERDICTS = ['ok', 'warning', 'failed', 'skipped'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Result of a check. It must not contain secrets, passwords, or addresses of contacts: users paste it into tickets. */
export interface Finding {
  /** The subject, such as `database`. */
  readonly area: string;
  readonly check: string;
  readonly verdict: Verdict;
  /** What was found. */
  readonly found: string;
  /** What to do; null if nothing. */
  readonly advice: string | null;
}

/** A finding without its name. */
export type CheckResult = Pick<Finding, 'verdict' | 'found' | 'advice'>;

export const ok = (found: string): CheckResult => ({ verdict: 'ok', found, advice: null });
export const warning = (found: string, advice: string): CheckResult => ({ verdict: 'warning', found, advice });
export const failed = (found: string, advice: string): CheckResult => ({ verdict: 'failed', found, advice });
export const skipped = (found: string): CheckResult => ({ verdict: 'skipped', found, advice: null });

/** Builders for the findings of one area. */
export class Findings {
  readonly all: Finding[] = [];

  constructor(private readonly area: string) {}

  ok(check: string, found: string): void {
    this.add(check, ok(found));
  }

  warning(check: string, found: string, advice: string): void {
    this.add(check, warning(found, advice));
  }

  failed(check: string, found: string, advice: string): void {
    this.add(check, failed(found, advice));
  }

  skipped(check: string, found: string): void {
    this.add(check, skipped(found));
  }

  add(check: string, { verdict, found, advice }: CheckResult): void {
    this.all.push({ area: this.area, check, verdict, found, advice });
  }
}
