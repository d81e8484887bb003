import { Get, Query } from '@nestjs/common';
import { OneOf, WholeNumber } from '../../../platform/http/dto-fields.js';
import { ReportCurrencyCode, reportQuery, requestOf } from '../dto/report-query.dto.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { TOP_METRICS, type TopMetric, topSubscribersShape } from './dto/top-subscribers.shapes.js';
import { TopSubscribersService } from './top-subscribers.service.js';

class TopSubscribersDto extends reportQuery() {
  @OneOf(TOP_METRICS, { default: 'engagement', description: 'The metric to rank by' }) metric?: TopMetric;

  @WholeNumber({ min: 1, max: 100, default: 10, description: 'Maximum number of contacts' }) limit?: number;

  @ReportCurrencyCode() currency?: string;
}

@ReportController('reports/top-subscribers')
export class TopSubscribersController {
  constructor(private readonly reports: TopSubscribersService) {}

  @Get()
  @AnswersReport(topSubscribersShape, {
    summary: 'Rank contacts',
    description:
      'Returns the contacts with the highest engagement, revenue, or activity. Without dates, all time counts. Only human activity counts; `include_machine` has no effect.',
  })
  async getTopContacts(@Query() query: TopSubscribersDto) {
    return this.reports.top(requestOf(query), query.metric ?? 'engagement', query.limit ?? 10);
  }
}
