import type { Type } from '@nestjs/common';
import { Flag, Ids, OneOf } from '../../../platform/http/dto-fields.js';
import { COMPARISONS, type Comparison, type DateRange } from '../periods/report-period.js';
import type { ReportRequest } from '../scope/report-request.js';
import { periodQuery, type PeriodQueryDto } from './period.dto.js';
import { ReportCurrencyCode } from './report-currency.dto.js';

export const INCLUDE_MACHINE = { default: false, description: 'Include opens and clicks by scanners and prefetchers' };

export interface ReportQueryDto extends PeriodQueryDto {
  compare_with?: Comparison;
  lists?: number[];
  tags?: number[];
  include_machine?: boolean;
  /** Documented only by reports with amounts. */
  currency?: string;
  toRequest(): ReportRequest;
}

/** Returns the base class for query DTOs with dates, comparison, and filters. */
export function reportQuery(byDefault?: DateRange): Type<ReportQueryDto> {
  class ReportQuery extends periodQuery(byDefault) implements ReportQueryDto {
    @OneOf(COMPARISONS, {
      default: 'previous_period',
      description: 'The comparison period for growth; with `none`, growth is 0',
    })
    compare_with?: Comparison;

    @Ids({ description: 'Only contacts who are in any of these lists now', example: [7] }) lists?: number[];

    @Ids({ description: 'Only contacts who have any of these tags now', example: [3] }) tags?: number[];

    @Flag(INCLUDE_MACHINE) include_machine?: boolean;

    declare currency?: string;

    toRequest(): ReportRequest {
      return {
        period: this.toPeriod(),
        compareWith: this.compare_with ?? 'previous_period',
        audience: { lists: this.lists ?? [], tags: this.tags ?? [] },
        includeMachine: this.include_machine ?? false,
        currency: this.currency,
      };
    }
  }
  return ReportQuery;
}

/** Covers the last 30 days by default. */
export class ReportDto extends reportQuery('30_days') {}

/** The same for reports with amounts. */
export class RevenueReportDto extends reportQuery('30_days') {
  @ReportCurrencyCode() declare currency?: string;
}
