import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { FAULTY_QUESTION } from '../dto/refusals.js';
import { AnswersReport } from '../freshness/report-answer.js';
import { CampaignReportsService } from './campaign-reports.service.js';
import { CampaignReportDto, CampaignReportsDto } from './dto/campaign-reports.dto.js';
import { CampaignReportResponse, CampaignReportsResponse } from './dto/campaign-reports.response.js';
import { EmailStatsDto } from './dto/email-stats.dto.js';
import { EmailStatsResponse } from './dto/email-stats.response.js';
import { LiveCampaignDto } from './dto/live-campaign.dto.js';
import { LiveCampaignResponse } from './dto/live-campaign.response.js';
import { FAULTY_FLAG, FAULTY_STATS_QUERY, UNKNOWN_CAMPAIGN } from './dto/refusals.js';
import { LiveCampaignsService } from './live-campaigns.service.js';

const campaignId = new IdPipe('campaign');

@ApiTags('Reports')
@LimitedAs('reports')
@Controller('reports/campaigns')
export class CampaignReportsController {
  constructor(
    private readonly reports: CampaignReportsService,
    private readonly moments: LiveCampaignsService,
  ) {}

  @Get()
  @AnswersReport(CampaignReportsResponse)
  @RequirePermission('view_reports', {
    summary: 'List the reports of campaigns',
    description:
      'How each went, the newest first. Of a period: the campaigns with figures on these days, and the figures of these days. Without one all days count. Lists and tags cannot narrow down campaigns.',
  })
  @Refuses({ 400: FAULTY_QUESTION })
  async listCampaignReports(
    @Query() query: CampaignReportsDto,
    @RequestUrl() url: URL,
  ): Promise<CampaignReportsResponse> {
    return new CampaignReportsResponse(await this.reports.list(query.toQuestion(), query.toPage()), url);
  }

  @Get(':id')
  @AnswersReport(CampaignReportResponse)
  @RequirePermission('view_reports', {
    summary: 'Get the report of a campaign',
    description: 'How it went, by day, by link and by domain. Without days all of them count. Links are of all days.',
  })
  @PathId('campaign')
  @Refuses({ 400: FAULTY_QUESTION, 404: UNKNOWN_CAMPAIGN })
  async getCampaignReport(
    @Param('id', campaignId) id: number,
    @Query() query: CampaignReportDto,
  ): Promise<CampaignReportResponse> {
    return new CampaignReportResponse(await this.reports.report(id, query.toQuestion()));
  }

  @Get(':id/email-stats')
  @AnswersReport(EmailStatsResponse)
  @RequirePermission('view_reports', {
    summary: 'Get the figures of a campaign',
    description: 'What became of its mails.',
  })
  @PathId('campaign')
  @Refuses({ 400: FAULTY_STATS_QUERY, 404: UNKNOWN_CAMPAIGN })
  async getCampaignEmailStats(
    @Param('id', campaignId) id: number,
    @Query() query: EmailStatsDto,
  ): Promise<EmailStatsResponse> {
    return new EmailStatsResponse(await this.reports.emailStats(id, query.includesMachine(), query.currency));
  }

  @Get(':id/live')
  @LimitedAs('live')
  @AnswersReport(LiveCampaignResponse)
  @RequirePermission('view_reports', {
    summary: 'Watch a campaign',
    description:
      'At this moment; at most 2 seconds old. What was sent does not wait for the counters of other reports.',
  })
  @PathId('campaign')
  @Refuses({ 400: FAULTY_FLAG, 404: UNKNOWN_CAMPAIGN })
  async getLiveCampaignReport(
    @Param('id', campaignId) id: number,
    @Query() query: LiveCampaignDto,
  ): Promise<LiveCampaignResponse> {
    return new LiveCampaignResponse(await this.moments.live(id, query.includesMachine()));
  }
}
