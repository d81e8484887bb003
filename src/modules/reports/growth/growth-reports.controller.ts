import { Get, Query } from '@nestjs/common';
import { SCOPE_REFUSED, UNKNOWN_SCOPE_LABEL } from '../http/refusals.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { GrowthDto } from './dto/growth.dto.js';
import { growthShape } from './dto/growth.shapes.js';
import { GrowthReportsService } from './growth-reports.service.js';
import { invalid } from '../../../platform/access/operation.js';

@ReportController('reports/subscriber-growth')
export class GrowthReportsController {
  constructor(private readonly reports: GrowthReportsService) {}

  @Get()
  @AnswersReport(growthShape, {
    summary: 'Get the subscriber growth report',
    description:
      'Returns new and lost subscribers by hour, day, week, or month. Intervals without changes are included.',
    refuses: {
      400: invalid(SCOPE_REFUSED, { group_by: 'hour is for at most 90 days' }),
      404: UNKNOWN_SCOPE_LABEL,
    },
  })
  async getGrowthReport(@Query() query: GrowthDto) {
    return this.reports.growth(query.toRequest(), query.group_by ?? 'day');
  }
}
