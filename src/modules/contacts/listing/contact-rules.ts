import type { SqlCondition } from '../../../platform/sql/sql-condition.js';

/** The rules that a listing is narrowed by. A contact has to meet both. */
export interface RuleChoice {
  readonly segmentId?: number;
  /** A rule of the filter language as JSON text. */
  readonly filters?: string;
}

/** Compiles rules to conditions on `contacts c`. The segments module implements it: segments build on contacts. */
export abstract class ContactRules {
  /**
   * @returns undefined where neither rule is given.
   * @throws AppError rest_invalid_param for `segment_id` and `filters`.
   */
  abstract conditionOf(rules: RuleChoice): Promise<SqlCondition | undefined>;
}
