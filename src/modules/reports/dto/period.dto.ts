import type { Type } from '@nestjs/common';
import { OneOf, Text } from '../../../platform/http/dto-fields.js';
import { DATE_RANGES, type DateRange, type PeriodRequest } from '../periods/report-period.js';

export interface PeriodQueryDto {
  date_range?: DateRange;
  start_date?: string;
  end_date?: string;
  toPeriod(): PeriodRequest;
}

/**
 * Returns the base class for query DTOs with dates.
 * @param byDefault the range if the caller gives none.
 * @param base the other parameters, such as a page.
 */
export function periodQuery(byDefault?: DateRange): Type<PeriodQueryDto>;
export function periodQuery<Base extends Type<object>>(
  byDefault: DateRange | undefined,
  base: Base,
): Base & Type<PeriodQueryDto>;
export function periodQuery(byDefault?: DateRange, base: Type<object> = Object): Type<PeriodQueryDto> {
  class PeriodQuery extends base implements PeriodQueryDto {
    @OneOf(DATE_RANGES, {
      ...(byDefault === undefined ? {} : { default: byDefault }),
      description: 'A range of days that ends today and includes it; `yesterday` and `custom` end on another day',
    })
    date_range?: DateRange;

    @Text({ description: 'First local day; required with `custom`', example: '2026-06-01' }) start_date?: string;

    @Text({ description: 'Last local day (inclusive); required with `custom`', example: '2026-06-30' })
    end_date?: string;

    toPeriod(): PeriodRequest {
      return {
        dateRange: this.date_range,
        startDate: this.start_date === '' ? undefined : this.start_date,
        endDate: this.end_date === '' ? undefined : this.end_date,
      };
    }
  }
  return PeriodQuery;
}
