import { dayFault, parseTimestamp } from '../clock/timestamps.js';
import { ValidationErrors } from '../errors/app-error.js';
import type { SqlCondition } from '../sql/named-parameters.js';
import { Text } from './dto-fields.js';

const SIGNS = { after: '>=', before: '<' } as const;

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

    /** @returns undefined without filters. @throws AppError rest_invalid_param naming all times that cannot be read. */
    toTimes(row: string): SqlCondition | undefined {
      const faults = new ValidationErrors();
      const asked = (['created', 'updated'] as const).flatMap((change) =>
        (['after', 'before'] as const).flatMap((suffix) => {
          const name = `${change}_${suffix}` as const;
          const text = (this as RowTimes)[name];
          if (text === undefined || text === '') return [];
          const moment = parseTimestamp(text);
          if (moment === null) faults.add(name, dayFault(text, 'must be a date or a date and time'));
          return [{ sql: `${row}.${change}_at ${SIGNS[suffix]} :${name}`, name, moment }];
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
