import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { AnswersReport } from '../freshness/report-answer.js';
import { ActivityReportsService } from './activity-reports.service.js';
import { ActivityDto } from './dto/activity.dto.js';
import { ActivityResponse } from './dto/activity.response.js';

@ApiTags('Reports')
@LimitedAs('reports')
@Controller('reports/subscriber-activity')
export class ActivityReportsController {
  constructor(private readonly reports: ActivityReportsService) {}

  @Get()
  @AnswersReport(ActivityResponse)
  @RequirePermission('view_reports', {
    summary: 'Get the activity of contacts',
    description: 'What they did, day by day, and at which hours and weekdays.',
  })
  @Refuses({
    400: {
      message: 'Invalid parameter: end_date is required',
      description: 'Parameters are at fault; days that end before they start have the code `invalid_date_range`',
      data: { params: { end_date: 'is required' } },
    },
    404: { message: 'Invalid post ID.', description: 'A list or tag to narrow down to does not exist' },
  })
  async getActivityReport(@Query() query: ActivityDto): Promise<ActivityResponse> {
    return new ActivityResponse(await this.reports.activity(query.toReportQuestion()));
  }
}
