import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { AnswersReport } from '../freshness/report-answer.js';
import { GrowthDto } from './dto/growth.dto.js';
import { GrowthResponse } from './dto/growth.response.js';
import { GrowthReportsService } from './growth-reports.service.js';

@ApiTags('Reports')
@LimitedAs('reports')
@Controller('reports/subscriber-growth')
export class GrowthReportsController {
  constructor(private readonly reports: GrowthReportsService) {}

  @Get()
  @AnswersReport(GrowthResponse)
  @RequirePermission('view_reports', {
    summary: 'Get the growth of subscribers',
    description: 'Who became subscribed and who left, by hour, day, week or month; gaps are filled.',
  })
  @Refuses({
    400: {
      message: 'Invalid parameter: group_by',
      description: 'Parameters are at fault; days that end before they start have the code `invalid_date_range`',
      data: { params: { group_by: 'hour is for at most 90 days' } },
    },
    404: { message: 'Invalid post ID.', description: 'A list or tag to narrow down to does not exist' },
  })
  async getGrowthReport(@Query() query: GrowthDto): Promise<GrowthResponse> {
    return new GrowthResponse(await this.reports.growth(query.toQuestion()));
  }
}
