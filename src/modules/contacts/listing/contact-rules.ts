import type { SqlCondition } from '../../../platform/sql/named-parameters.js';

/** Rules that narrow a listing; a contact must match both. */
export interface RuleChoice {
  readonly segmentId?: number;
  /** A rule of the filter language as JSON text. */
  readonly filters?: string;
}

/** Compiles rules to conditions on `contacts c`. Implemented by the segments module, which depends on contacts. */
export abstract class ContactRules {
  /** @returns undefined without rules. */
  abstract conditionOf(rules: RuleChoice): Promise<SqlCondition | undefined>;
}
