import { Get, Query } from '@nestjs/common';
import { requestOf, RevenueEverDto } from '../dto/report-query.dto.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { engagementScoresShape } from './dto/engagement.shapes.js';
import { EngagementReportsService } from './engagement-reports.service.js';

@ReportController('reports/engagement-scores')
export class EngagementReportsController {
  constructor(private readonly reports: EngagementReportsService) {}

  @Get()
  @AnswersReport(engagementScoresShape, {
    summary: 'Get engagement scores',
    description:
      'Returns the distribution of engagement scores from 0 to 100, and the contacts with the highest scores. Without dates, all time counts, weighted as of today. Only human activity counts; `include_machine` has no effect.',
  })
  async getEngagementScores(@Query() query: RevenueEverDto) {
    return this.reports.scores(requestOf(query));
  }
}
