import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { FAULTY_QUESTION, UNKNOWN_LABEL } from '../dto/refusals.js';
import { AnswersReport } from '../freshness/report-answer.js';
import { EngagementDto } from './dto/engagement.dto.js';
import { EngagementScoresResponse } from './dto/engagement.response.js';
import { EngagementReportsService } from './engagement-reports.service.js';

@ApiTags('Reports')
@LimitedAs('reports')
@Controller('reports/engagement-scores')
export class EngagementReportsController {
  constructor(private readonly reports: EngagementReportsService) {}

  @Get()
  @AnswersReport(EngagementScoresResponse)
  @RequirePermission('view_reports', {
    summary: 'Get the engagement of contacts',
    description:
      'How much they care, as scores of 0 to 100. Without days all of them count, as they weigh today. People only, whatever `include_machine` says.',
  })
  @Refuses({ 400: FAULTY_QUESTION, 404: UNKNOWN_LABEL })
  async getEngagementScores(@Query() query: EngagementDto): Promise<EngagementScoresResponse> {
    return new EngagementScoresResponse(await this.reports.scores(query.toQuestion()));
  }
}
