import type { Type } from '@nestjs/common';
import { CurrencyCode, Flag, Ids, OneOf, Text, WholeNumber } from '../../../platform/http/dto-fields.js';
import { nonEmpty } from '../../../platform/http/given.js';
import type { PageRequest } from '../../../platform/http/page.js';
import { COMPARISONS, type Comparison, DATE_RANGES, type DateRange } from '../periods/report-period.js';
import type { ReportRequest } from '../scope/report-scopes.service.js';

// Parameters that reports share. Each function adds some to a query; the API document has them in this order.

const NO_PARAMETERS: Type<object> = Object;

export const IncludeMachine = (): PropertyDecorator =>
  Flag({ default: false, description: 'Include opens and clicks by scanners and prefetchers' });

export const ReportCurrencyCode = (): PropertyDecorator =>
  CurrencyCode({
    description:
      'Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders',
  });

/** Dates. @param byDefault the range if the caller gives none. */
export function periodQuery<Base extends Type<object>>(base: Base, byDefault?: DateRange) {
  class PeriodQuery extends base {
    @OneOf(DATE_RANGES, {
      ...(byDefault === undefined ? {} : { default: byDefault }),
      description: 'A range of days that ends today and includes it; `yesterday` and `custom` end on another day',
    })
    date_range?: DateRange;

    @Text({ description: 'First local day; required with `custom`', example: '2026-06-01' }) start_date?: string;

    @Text({ description: 'Last local day (inclusive); required with `custom`', example: '2026-06-30' })
    end_date?: string;
  }
  return PeriodQuery;
}

export function reportQuery(byDefault?: DateRange) {
  class ReportQuery extends periodQuery(NO_PARAMETERS, byDefault) {
    @OneOf(COMPARISONS, {
      default: 'previous_period',
      description: 'The comparison period for growth; with `none`, growth is 0',
    })
    compare_with?: Comparison;

    @Ids({ description: 'Only contacts who are in any of these lists now', example: [7] }) lists?: number[];

    @Ids({ description: 'Only contacts who have any of these tags now', example: [3] }) tags?: number[];

    @IncludeMachine() include_machine?: boolean;
  }
  return ReportQuery;
}

export function revenueQuery<Base extends Type<object>>(base: Base) {
  class RevenueQuery extends base {
    @IncludeMachine() include_machine?: boolean;

    @ReportCurrencyCode() currency?: string;
  }
  return RevenueQuery;
}

const PER_PAGE = 10;

/** A page, of which some reports have no cursor. @param rows what the rows are. */
export function numberedReport<Base extends Type<object>>(base: Base, rows: string) {
  class NumberedReport extends base {
    @WholeNumber({ min: 1, max: 1_000, default: PER_PAGE, description: `${rows} per page` }) per_page?: number;

    @WholeNumber({ min: 1, max: 1_000_000_000, default: 1, description: 'Page number' }) page?: number;

    toPage(): PageRequest {
      return { page: this.page ?? 1, perPage: this.per_page ?? PER_PAGE };
    }
  }
  return NumberedReport;
}

/** Covers the last 30 days by default. */
export class ReportDto extends reportQuery('30_days') {}

export class RevenueReportDto extends reportQuery('30_days') {
  @ReportCurrencyCode() currency?: string;
}

/** The same, for all time by default. */
export class RevenueEverDto extends reportQuery() {
  @ReportCurrencyCode() currency?: string;
}

export class MachineRevenueDto extends revenueQuery(NO_PARAMETERS) {}

/** Dates and machine activity; without dates, covers all time. */
export class PeriodRevenueDto extends revenueQuery(periodQuery(NO_PARAMETERS)) {}

interface ReportParameters {
  readonly date_range?: DateRange;
  readonly start_date?: string;
  readonly end_date?: string;
  readonly compare_with?: Comparison;
  readonly lists?: readonly number[];
  readonly tags?: readonly number[];
  readonly include_machine?: boolean;
  readonly currency?: string;
}

/** Returns the request of a report, with defaults for what the query does not have. */
export const requestOf = (query: ReportParameters): ReportRequest => ({
  period: { dateRange: query.date_range, startDate: nonEmpty(query.start_date), endDate: nonEmpty(query.end_date) },
  compareWith: query.compare_with ?? 'previous_period',
  audience: { lists: query.lists ?? [], tags: query.tags ?? [] },
  includeMachine: query.include_machine ?? false,
  currency: query.currency,
});
