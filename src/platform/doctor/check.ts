import type { Redis } from 'ioredis';
import type { AppConfig } from '../config/config.js';
import type { Database } from '../database/database.js';
import type { Finding } from './finding.js';

/** What there is to examine. The doctor is called when something is amiss, so any of it may be missing. */
export interface Patient {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null when it cannot be used at all. Where only some variables are wrong, their defaults stand in for them. */
  readonly config: AppConfig | null;
  /** What is wrong with the configuration, each beginning with the name of the variable. */
  readonly faults: readonly string[];
  /** Null when it does not answer. */
  readonly database: Database | null;
  readonly redis: Redis | null;
}

export type Need = 'config' | 'database' | 'redis';
type Needed = { readonly [N in Need]: NonNullable<Patient[N]> };

/** What a check is handed: all of the patient, and what it needs is there for sure. */
export type Examined<Needs extends Need> = Omit<Patient, Needs> & Pick<Needed, Needs>;

/** One look at one thing. It changes nothing, sends nothing and ends by itself; what it throws is a finding too. */
export interface Check<Needs extends Need = Need> {
  readonly area: string;
  /** Without all of these it is not made. */
  readonly needs: readonly Needs[];
  look(patient: Examined<Needs>): Promise<readonly Finding[]>;
}
