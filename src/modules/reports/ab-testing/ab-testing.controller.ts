import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { FAULTY_QUESTION } from '../dto/refusals.js';
import { AnswersReport } from '../freshness/report-answer.js';
import { AbTestingService } from './ab-testing.service.js';
import { AbTestingDto } from './dto/ab-testing.dto.js';
import { AbTestingResponse } from './dto/ab-testing.response.js';

@ApiTags('Reports')
@LimitedAs('reports')
@Controller('reports/ab-testing')
export class AbTestingController {
  constructor(private readonly reports: AbTestingService) {}

  @Get()
  @AnswersReport(AbTestingResponse)
  @RequirePermission('view_reports', {
    summary: 'List the A/B tests of campaigns',
    description:
      'How they went, the newest campaign first. Days ask for campaigns that began on them. Cannot be narrowed down to lists or tags. People only, whatever `include_machine` says.',
  })
  @Refuses({ 400: FAULTY_QUESTION })
  async listAbTestReports(@Query() query: AbTestingDto, @RequestUrl() url: URL): Promise<AbTestingResponse> {
    const { period, members } = query.toReportQuestion();
    return new AbTestingResponse(await this.reports.list({ period, members }, query.toPage()), url);
  }
}
