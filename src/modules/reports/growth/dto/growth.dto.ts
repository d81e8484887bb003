import { OneOf } from '../../../../platform/http/dto-fields.js';
import { reportQuery } from '../../dto/report-query.dto.js';
import { GROUPINGS, type Grouping } from '../../periods/period-buckets.js';

export class GrowthDto extends reportQuery('30_days') {
  @OneOf(GROUPINGS, {
    default: 'day',
    description: 'Interval of the timeline. `hour` allows at most 90 days; weeks start on Monday',
  })
  group_by?: Grouping;
}
