import { Get, Query } from '@nestjs/common';
import { requestOf, RevenueReportDto } from '../dto/report-query.dto.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { overviewShape } from './dto/overview.shapes.js';
import { OverviewReportsService } from './overview-reports.service.js';

@ReportController('reports/overview')
export class OverviewReportsController {
  constructor(private readonly reports: OverviewReportsService) {}

  @Get()
  @AnswersReport(overviewShape, {
    summary: 'Get the overview report',
    description:
      'Returns subscribers, emails, and revenue of a period, compared with another period. The default is the last 30 days.',
  })
  async getOverviewReport(@Query() query: RevenueReportDto) {
    return this.reports.overview(requestOf(query));
  }
}
