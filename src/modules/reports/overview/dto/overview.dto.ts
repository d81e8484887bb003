import { Flag, Ids, OneOf } from '../../../../platform/http/dto-fields.js';
import { periodQuery } from '../../dto/period.dto.js';
import { COMPARISONS, type Comparison } from '../../periods/report-period.js';
import type { OverviewQuestion } from '../overview-reports.service.js';

export class OverviewDto extends periodQuery('30_days') {
  @OneOf(COMPARISONS, {
    default: 'previous_period',
    description: 'What growth is measured against; with `none` it is 0',
  })
  compare_with?: Comparison;

  @Ids({ description: 'Only contacts that are in any of these lists now' }) lists?: number[];

  @Ids({ description: 'Only contacts that have any of these tags now' }) tags?: number[];

  @Flag({ default: false, description: 'Add the opens and clicks of scanners and prefetchers' })
  include_machine?: boolean;

  toQuestion(): OverviewQuestion {
    return {
      period: this.toPeriod(),
      compareWith: this.compare_with ?? 'previous_period',
      members: { lists: this.lists ?? [], tags: this.tags ?? [] },
      includeMachine: this.include_machine ?? false,
    };
  }
}
