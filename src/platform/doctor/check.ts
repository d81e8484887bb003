import type { Redis } from 'ioredis';
import type { AppConfig } from '../config/config.js';
import type { Database } from '../database/database.js';
import type { Finding } from './finding.js';

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
