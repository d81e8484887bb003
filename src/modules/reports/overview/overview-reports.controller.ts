import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { FAULTY_QUESTION, UNKNOWN_LABEL } from '../dto/refusals.js';
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
  @RequirePermission('view_reports', {
    summary: 'Get the overview',
    description: 'Subscribers, mails and revenue of a period beside the one before it.',
  })
  @Refuses({ 400: FAULTY_QUESTION, 404: UNKNOWN_LABEL })
  async getOverviewReport(@Query() query: OverviewDto): Promise<OverviewResponse> {
    return new OverviewResponse(await this.reports.overview(query.toOverviewQuestion()));
  }
}
