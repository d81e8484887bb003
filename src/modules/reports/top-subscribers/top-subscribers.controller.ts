import { Get, Query } from '@nestjs/common';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { TopSubscribersDto } from './dto/top-subscribers.dto.js';
import { topSubscribersShape } from './dto/top-subscribers.shapes.js';
import { TopSubscribersService } from './top-subscribers.service.js';

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
    return this.reports.top(query.toRequest(), query.metric ?? 'engagement', query.limit ?? 10);
  }
}
