import { Get, Query } from '@nestjs/common';
import { ReportDto, requestOf } from '../dto/report-query.dto.js';
import { INVALID_PERIOD, UNKNOWN_SCOPE_LABEL } from '../http/refusals.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { ActivityReportsService } from './activity-reports.service.js';
import { activityShape } from './dto/activity.shapes.js';

@ReportController('reports/subscriber-activity')
export class ActivityReportsController {
  constructor(private readonly reports: ActivityReportsService) {}

  @Get()
  @AnswersReport(activityShape, {
    summary: 'Get the contact activity report',
    description:
      'Returns opens, clicks, opt-outs, tracked events, and orders by day, hour, and weekday, and the newest activity.',
    refuses: { 400: INVALID_PERIOD, 404: UNKNOWN_SCOPE_LABEL },
  })
  async getActivityReport(@Query() query: ReportDto) {
    return this.reports.activity(requestOf(query));
  }
}
