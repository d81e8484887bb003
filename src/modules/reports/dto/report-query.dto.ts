import type { Type } from '@nestjs/common';
import { Flag, Ids, OneOf } from '../../../platform/http/dto-fields.js';
import { COMPARISONS, type Comparison, type DateRange } from '../periods/report-period.js';
import type { ReportQuestion } from '../report-question.js';
import { periodQuery, type PeriodQueryDto } from './period.dto.js';

export interface ReportQueryDto extends PeriodQueryDto {
  compare_with?: Comparison;
  lists?: number[];
  tags?: number[];
  include_machine?: boolean;
  toReportQuestion(): ReportQuestion;
}

/** The base of the query DTO of reports that can be narrowed down and compared, with the range that it takes for itself. */
export function reportQuery(byDefault?: DateRange): Type<ReportQueryDto> {
  class ReportQuery extends periodQuery(byDefault) implements ReportQueryDto {
    @OneOf(COMPARISONS, {
      default: 'previous_period',
      description: 'What growth is measured against; with `none` it is 0',
    })
    compare_with?: Comparison;

    @Ids({ description: 'Only contacts that are in any of these lists now' }) lists?: number[];

    @Ids({ description: 'Only contacts that have any of these tags now' }) tags?: number[];

    @Flag({ default: false, description: 'Add the opens and clicks of scanners and prefetchers' })
    include_machine?: boolean;

    toReportQuestion(): ReportQuestion {
      return {
        period: this.toPeriod(),
        compareWith: this.compare_with ?? 'previous_period',
        members: { lists: this.lists ?? [], tags: this.tags ?? [] },
        includeMachine: this.include_machine ?? false,
      };
    }
  }
  return ReportQuery;
}
