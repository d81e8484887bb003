import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { AnswersReport } from '../freshness/report-answer.js';
import { CampaignReportsService } from './campaign-reports.service.js';
import { EmailStatsDto } from './dto/email-stats.dto.js';
import { EmailStatsResponse } from './dto/email-stats.response.js';

@ApiTags('Reports')
@LimitedAs('reports')
@Controller('reports/campaigns')
export class CampaignReportsController {
  constructor(private readonly reports: CampaignReportsService) {}

  @Get(':id/email-stats')
  @AnswersReport(EmailStatsResponse)
  @RequirePermission('view_reports', { summary: 'What became of the mails of a campaign' })
  async emailStats(
    @Param('id', new IdPipe('campaign')) id: number,
    @Query() query: EmailStatsDto,
  ): Promise<EmailStatsResponse> {
    return new EmailStatsResponse(await this.reports.emailStats(id, query.includesMachine()));
  }
}
