import type { Redis } from 'ioredis';
import type { AppConfig } from '../config/config.js';
import type { Database } from '../database/database.js';

/** `failed`: it does not work or will stop working. `warning`: worth fixing. `skipped`: until another finding is fixed. */
export const VERDICTS = ['ok', 'warning', 'failed', 'skipped'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Result of a check. It must not contain secrets, passwords, or addresses of contacts: users paste it into tickets. */
export interface Finding {
  /** The subject, such as `database`. */
  readonly area: string;
  readonly check: string;
  readonly verdict: Verdict;
  readonly found: string;
  /** What to do; null if nothing. */
  readonly advice: string | null;
}

export type CheckResult = Pick<Finding, 'verdict' | 'found' | 'advice'>;

export const ok = (found: string): CheckResult => ({ verdict: 'ok', found, advice: null });
export const warning = (found: string, advice: string): CheckResult => ({ verdict: 'warning', found, advice });
export const failed = (found: string, advice: string): CheckResult => ({ verdict: 'failed', found, advice });
export const skipped = (found: string): CheckResult => ({ verdict: 'skipped', found, advice: null });

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

  /** @param advice left out if all is well. */
  judge(check: string, verdict: Verdict, found: string, advice: string): void {
    this.add(check, { verdict, found, advice: verdict === 'ok' ? null : advice });
  }

  skipped(check: string, found: string): void {
    this.add(check, skipped(found));
  }

  add(check: string, { verdict, found, advice }: CheckResult): void {
    this.all.push({ area: this.area, check, verdict, found, advice });
  }
}

/** The environment of the checks. Any part may be missing, because the doctor runs when something is broken. */
export interface CheckContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null if unusable. If only some variables are invalid, their defaults are used. */
  readonly config: AppConfig | null;
  /** Configuration errors, each starting with the variable name. */
  readonly faults: readonly string[];
  /** Null if it does not answer. */
  readonly database: Database | null;
  readonly redis: Redis | null;
}

export type Dependency = 'config' | 'database' | 'redis';
type Available = { readonly [N in Dependency]: NonNullable<CheckContext[N]> };

/** What a check receives: the environment, with its requirements present. */
export type Examined<Required extends Dependency> = Omit<CheckContext, Required> & Pick<Available, Required>;

/** One check. It changes nothing, sends nothing, and always ends; errors become findings. */
export interface Check<Required extends Dependency = Dependency> {
  readonly area: string;
  /** The check is skipped if any of these is missing. */
  readonly needs: readonly Required[];
  run(context: Examined<Required>): Promise<readonly Finding[]>;
}
