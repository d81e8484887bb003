import { Flag, Ids, OneOf, Text } from '../../../../platform/http/dto-fields.js';
import { COMPARISONS, type Comparison, DATE_RANGES, type DateRange } from '../../periods/report-period.js';
import type { OverviewQuestion } from '../overview-reports.service.js';

export class OverviewDto {
  @OneOf(DATE_RANGES, { default: '30_days', description: 'Ranges end today and count it' }) date_range?: DateRange;

  @OneOf(COMPARISONS, {
    default: 'previous_period',
    description: 'What growth is measured against; with `none` it is 0',
  })
  compare_with?: Comparison;

  @Text({ description: 'First local day, required with `custom`', example: '2026-06-01' }) start_date?: string;

  @Text({ description: 'Last local day, included, required with `custom`', example: '2026-06-30' }) end_date?: string;

  @Ids({ description: 'Only contacts that are in any of these lists now' }) lists?: number[];

  @Ids({ description: 'Only contacts that have any of these tags now' }) tags?: number[];

  @Flag({ default: false, description: 'Add the opens and clicks of scanners and prefetchers' })
  include_machine?: boolean;

  toQuestion(): OverviewQuestion {
    return {
      period: {
        dateRange: this.date_range,
        startDate: this.start_date === '' ? undefined : this.start_date,
        endDate: this.end_date === '' ? undefined : this.end_date,
      },
      compareWith: this.compare_with ?? 'previous_period',
      members: { lists: this.lists ?? [], tags: this.tags ?? [] },
      includeMachine: this.include_machine ?? false,
    };
  }
}
