import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { AnswersReport } from '../freshness/report-answer.js';
import { OverviewDto } from './dto/overview.dto.js';
import { OverviewResponse } from './dto/overview.response.js';
import { OverviewReportsService } from './overview-reports.service.js';

@ApiTags('Reports')
@LimitedAs('reports')
@Controller('reports/overview')
export class OverviewReportsController {
  constructor(private readonly reports: OverviewReportsService) {}

  @Get()
  @AnswersReport(OverviewResponse)
  @RequirePermission('view_reports', { summary: 'Subscribers, mails and revenue of a period' })
  async overview(@Query() query: OverviewDto): Promise<OverviewResponse> {
    return new OverviewResponse(await this.reports.overview(query.toOverviewQuestion()));
  }
}
