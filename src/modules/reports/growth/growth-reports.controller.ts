import { Get, Query } from '@nestjs/common';
import { OneOf } from '../../../platform/http/dto-fields.js';
import { reportQuery, requestOf } from '../dto/report-query.dto.js';
import { SCOPE_REFUSED, UNKNOWN_SCOPE_LABEL } from '../http/refusals.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { growthShape } from './dto/growth.shapes.js';
import { GROUPINGS, type Grouping } from '../periods/period-buckets.js';
import { GrowthReportsService } from './growth-reports.service.js';
import { invalid } from '../../../platform/access/operation.js';

class GrowthDto extends reportQuery('30_days') {
  @OneOf(GROUPINGS, {
    default: 'day',
    description: 'Interval of the timeline. `hour` allows at most 90 days; weeks start on Monday',
  })
  group_by?: Grouping;
}

@ReportController('reports/subscriber-growth')
export class GrowthReportsController {
  constructor(private readonly reports: GrowthReportsService) {}

  @Get()
  @AnswersReport(growthShape, {
    summary: 'Get the subscriber growth report',
    description:
      'Returns new and lost subscribers by hour, day, week, or month. Intervals without changes are included.',
    refuses: { 400: invalid(SCOPE_REFUSED, { group_by: 'hour is for at most 90 days' }), 404: UNKNOWN_SCOPE_LABEL },
  })
  async getGrowthReport(@Query() query: GrowthDto) {
    return this.reports.growth(requestOf(query), query.group_by ?? 'day');
  }
}
