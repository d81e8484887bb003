import { dayFault, parseTimestamp } from '../clock/timestamps.js';
import { ValidationErrors } from '../errors/app-error.js';
import type { SqlCondition } from '../sql/named-parameters.js';
import { Text } from './dto-fields.js';

const COLUMNS = ['created_at', 'updated_at'] as const;
const AFTER = { suffix: 'after', sign: '>=' } as const;
const BEFORE = { suffix: 'before', sign: '<' } as const;

type RowTimes = Partial<Record<`${'created' | 'updated'}_${'after' | 'before'}`, string>>;

/** Adds filters by the times of creation and of the last change to the query of a list. */
export function timed<Query extends object>(
  BaseQuery: new () => Query,
): new () => Query & { toTimes(row: string): SqlCondition | undefined } {
  class TimedQuery extends (BaseQuery as new () => object) implements RowTimes {
    @Text({ max: 50, description: 'Created at this time or later', example: '2026-01-01' }) created_after?: string;
    @Text({ max: 50, description: 'Created earlier than this time', example: '2026-02-01' }) created_before?: string;
    @Text({ max: 50, description: 'Changed at this time or later', example: '2026-01-31T09:30:00Z' })
    updated_after?: string;
    @Text({ max: 50, description: 'Last changed earlier than this time', example: '2026-02-01' })
    updated_before?: string;

    /**
     * Returns the condition on a row; undefined without filters. @param row the table alias.
     * @throws AppError rest_invalid_param naming all times that cannot be read.
     */
    toTimes(row: string): SqlCondition | undefined {
      const faults = new ValidationErrors();
      const asked = COLUMNS.flatMap((column) =>
        [AFTER, BEFORE].flatMap(({ suffix, sign }) => {
          const name = `${column === 'created_at' ? 'created' : 'updated'}_${suffix}` as const;
          const text = (this as RowTimes)[name];
          if (text === undefined || text === '') return [];
          const moment = parseTimestamp(text);
          if (moment === null) faults.add(name, dayFault(text, 'must be a date or a date and time'));
          return [{ sql: `${row}.${column} ${sign} :${name}`, name, moment }];
        }),
      );
      faults.throwIfAny();
      if (asked.length === 0) return undefined;
      return {
        sql: asked.map(({ sql }) => sql).join(' AND '),
        params: Object.fromEntries(asked.map(({ name, moment }) => [name, moment])),
      };
    }
  }
  return TimedQuery as unknown as new () => Query & { toTimes(row: string): SqlCondition | undefined };
}
