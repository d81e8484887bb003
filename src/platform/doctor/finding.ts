/**
 * `failed` keeps something from working, or will; `warning` is good to know before it does; `skipped` could not be looked at,
 * because something else has to be mended first.
 */
export const VERDICTS = ['ok', 'warning', 'failed', 'skipped'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What a check has found. No secret, password or address of a reader may stand in it: people paste it into tickets. */
export interface Finding {
  /** What it is about, such as `database`. */
  readonly area: string;
  readonly check: string;
  readonly verdict: Verdict;
  /** What there is, in words. */
  readonly found: string;
  /** What to do about it; null where nothing has to be done. */
  readonly advice: string | null;
}

/** Findings of one area, told in few words. */
export class Findings {
  readonly all: Finding[] = [];

  constructor(private readonly area: string) {}

  ok(check: string, found: string): void {
    this.add(check, 'ok', found, null);
  }

  warning(check: string, found: string, advice: string): void {
    this.add(check, 'warning', found, advice);
  }

  failed(check: string, found: string, advice: string): void {
    this.add(check, 'failed', found, advice);
  }

  skipped(check: string, found: string): void {
    this.add(check, 'skipped', found, null);
  }

  private add(check: string, verdict: Verdict, found: string, advice: string | null): void {
    this.all.push({ area: this.area, check, verdict, found, advice });
  }
}
