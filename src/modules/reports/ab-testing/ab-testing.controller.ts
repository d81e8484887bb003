import { Get, Query } from '@nestjs/common';
import { PageUrl, pageOf } from '../../../platform/http/page.js';
import { numberedReport, reportQuery, requestOf } from '../dto/report-query.dto.js';
import { INVALID_REQUEST } from '../http/refusals.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { AbTestingService } from './ab-testing.service.js';
import { abTestingShape } from './dto/ab-testing.shapes.js';

class AbTestingDto extends numberedReport(reportQuery(), 'Tests') {}

@ReportController('reports/ab-testing')
export class AbTestingController {
  constructor(private readonly reports: AbTestingService) {}

  @Get()
  @AnswersReport(abTestingShape, {
    summary: 'List A/B tests of campaigns',
    description:
      'Returns the tests and their results, newest campaign first. Dates select campaigns that started in the period. `lists` and `tags` are refused. Only human activity counts; `include_machine` has no effect.',
    refuses: { 400: INVALID_REQUEST },
  })
  async listAbTestReports(@Query() query: AbTestingDto, @PageUrl() url: string) {
    const { tests, meta } = await this.reports.list(requestOf(query), query.toPage());
    const { data, ...position } = pageOf(tests, url);
    return { tests: data, meta, ...position };
  }
}
