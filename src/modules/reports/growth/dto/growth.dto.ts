import { OneOf } from '../../../../platform/http/dto-fields.js';
import { reportQuery } from '../../dto/report-query.dto.js';
import { GROUPINGS, type Grouping } from '../growth-buckets.js';
import type { GrowthQuestion } from '../growth-reports.service.js';

export class GrowthDto extends reportQuery('30_days') {
  @OneOf(GROUPINGS, { default: 'day', description: '`hour` for at most 90 days; weeks begin on Monday' })
  group_by?: Grouping;

  toQuestion(): GrowthQuestion {
    return { ...this.toReportQuestion(), groupBy: this.group_by ?? 'day' };
  }
}
