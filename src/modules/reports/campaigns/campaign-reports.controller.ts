import { Get, Query } from '@nestjs/common';
import { RecordId } from '../../../platform/http/resource.js';
import { PageUrl, pageOf } from '../../../platform/http/page.js';
import { UsesRateLimit } from '../../../platform/rate-limit/rate-limit.guard.js';
import { MachineRevenueDto, requestOf } from '../dto/report-query.dto.js';
import { INVALID_FLAG, INVALID_REQUEST, UNKNOWN_CAMPAIGN } from '../http/refusals.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { CampaignReportsService } from './campaign-reports.service.js';
import { CampaignReportDto, CampaignReportsDto, LiveCampaignDto } from './dto/campaign-reports.dto.js';
import {
  campaignReportShape,
  campaignReportsShape,
  emailStatsShape,
  liveCampaignShape,
} from './dto/campaign-reports.shapes.js';
import { LiveCampaignsService } from './live-campaigns.service.js';
import { invalid } from '../../../platform/access/operation.js';

const INVALID_CURRENCY = invalid('Invalid parameters; the response names all of them', {
  currency: 'must be an ISO 4217 currency code',
});

@ReportController('reports/campaigns')
export class CampaignReportsController {
  constructor(
    private readonly reports: CampaignReportsService,
    private readonly liveFigures: LiveCampaignsService,
  ) {}

  @Get()
  @AnswersReport(campaignReportsShape, {
    summary: 'List campaign reports',
    description:
      'Returns the figures of each campaign, newest first. With dates, only campaigns with figures in the period and only those figures; without, all time counts. `lists` and `tags` are refused.',
    refuses: { 400: INVALID_REQUEST },
  })
  async listCampaignReports(@Query() query: CampaignReportsDto, @PageUrl() url: string) {
    const reports = await this.reports.list(requestOf(query), query.toPage());
    return { ...reports, campaigns: pageOf(reports.campaigns, url) };
  }

  @Get(':id')
  @AnswersReport(campaignReportShape, {
    summary: 'Get a campaign report',
    description:
      'Returns the figures of the campaign by day, link, and domain. Without dates, all time counts. Figures of links always cover all time.',
    refuses: { 400: INVALID_REQUEST, 404: UNKNOWN_CAMPAIGN },
  })
  async getCampaignReport(@RecordId('campaign') id: number, @Query() query: CampaignReportDto) {
    return this.reports.report(id, requestOf(query));
  }

  @Get(':id/email-stats')
  @AnswersReport(emailStatsShape, {
    summary: 'Get email statistics of a campaign',
    description: 'Returns delivery, opens, clicks, opt-outs, bounces, and attributed revenue of all time.',
    refuses: { 400: INVALID_CURRENCY, 404: UNKNOWN_CAMPAIGN },
  })
  async getCampaignEmailStats(@RecordId('campaign') id: number, @Query() query: MachineRevenueDto) {
    return this.reports.emailStats(id, requestOf(query));
  }

  @Get(':id/live')
  @UsesRateLimit('live')
  @AnswersReport(liveCampaignShape, {
    summary: 'Get live figures of a campaign',
    description:
      'Returns sending progress and the latest events. Figures are at most 2 seconds old; counts of sent emails do not wait for the rollups.',
    refuses: { 400: INVALID_FLAG, 404: UNKNOWN_CAMPAIGN },
  })
  async getLiveCampaignReport(@RecordId('campaign') id: number, @Query() query: LiveCampaignDto) {
    return this.liveFigures.live(id, query.include_machine ?? false);
  }
}
