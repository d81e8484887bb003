import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { IdPipe, LongIdPipe } from '../../../platform/http/id.pipe.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { AudienceQueries } from '../audience/audience.queries.js';
import { audienceOf } from '../audience/audience.service.js';
import { CampaignsService } from '../campaigns.service.js';
import { UNKNOWN_CAMPAIGN, UNKNOWN_EMAIL } from '../dto/refusals.js';
import { CampaignInsightsQueries } from './campaign-insights.queries.js';
import { CampaignRevenueQueries } from './campaign-revenue.queries.js';
import { CampaignInsightsService } from './campaign-insights.service.js';
import { AudienceEstimateResponse } from './dto/audience-estimate.response.js';
import { CampaignEmailsDto, HitsDto, RevenuesDto, UnsubscribersDto } from './dto/campaign-emails.dto.js';
import { CampaignEmailsResponse, HitsResponse, UnsubscribersResponse } from './dto/campaign-insights.response.js';
import { CampaignRevenuesResponse } from './dto/campaign-revenues.response.js';
import { CampaignStateResponse } from './dto/campaign-state.response.js';
import { LinkReportResponse } from './dto/link-report.response.js';
import { LinkReportService } from './link-report.service.js';

const campaignId = new IdPipe('campaign');
const emailId = new LongIdPipe();

/** What is to be expected of a campaign, how it is doing, and what became of it. */
@ApiTags('Campaigns')
@PathId('campaign')
@Controller('campaigns/:id')
export class CampaignInsightsController {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly audience: AudienceQueries,
    private readonly insights: CampaignInsightsService,
    private readonly queries: CampaignInsightsQueries,
    private readonly revenue: CampaignRevenueQueries,
    private readonly linkReport: LinkReportService,
  ) {}

  @Get('estimated-recipients-count')
  @RequirePermission('manage_campaigns', {
    summary: 'Count the recipients of a campaign',
    description: 'How many people would get it now, and how many would not and why.',
  })
  @ApiOkResponse({ type: AudienceEstimateResponse })
  @Refuses({ 404: UNKNOWN_CAMPAIGN })
  async estimateCampaignRecipients(@Param('id', campaignId) id: number): Promise<AudienceEstimateResponse> {
    return this.audience.estimate(audienceOf(await this.campaigns.find(id)));
  }

  @Get('status')
  @RequirePermission('manage_campaigns', {
    summary: 'Get the progress of a campaign',
    description: 'Its state, how far its mails are, and how people react.',
  })
  @ApiOkResponse({ type: CampaignStateResponse })
  @Refuses({ 404: UNKNOWN_CAMPAIGN })
  async getCampaignStatus(@Param('id', campaignId) id: number): Promise<CampaignStateResponse> {
    return this.insights.state(id);
  }

  @Get('emails')
  @RequirePermission('manage_campaigns', { summary: 'List the mails of a campaign' })
  @ApiOkResponse({ type: CampaignEmailsResponse })
  @Refuses({ 404: UNKNOWN_CAMPAIGN })
  async listCampaignEmails(
    @Param('id', campaignId) id: number,
    @Query() query: CampaignEmailsDto,
    @RequestUrl() url: URL,
  ): Promise<CampaignEmailsResponse> {
    await this.campaigns.find(id);
    return new CampaignEmailsResponse(await this.queries.emails(id, query.toFilter(), query.toPage()), url);
  }

  @Get('emails/:emailId/hits')
  @RequirePermission('manage_campaigns', {
    summary: 'List the opens and clicks of a mail',
    description: 'Each with whether a person or a machine made it, and why it is taken for that.',
  })
  @PathId('mail', 'emailId', Number.MAX_SAFE_INTEGER)
  @ApiOkResponse({ type: HitsResponse })
  @Refuses({ 404: UNKNOWN_EMAIL })
  async listCampaignEmailHits(
    @Param('id', campaignId) id: number,
    @Param('emailId', emailId) mail: number,
    @Query() query: HitsDto,
    @RequestUrl() url: URL,
  ): Promise<HitsResponse> {
    await this.campaigns.find(id);
    const page = await this.queries.hits(id, mail, query.toPage());
    if (!page) throw notFound();
    return new HitsResponse(page, url);
  }

  @Get('revenues')
  @RequirePermission('manage_campaigns', {
    summary: 'List the orders that a campaign brought',
    description: 'Those that were paid for, the newest first, and what is left of them after refunds.',
  })
  @ApiOkResponse({ type: CampaignRevenuesResponse })
  @Refuses({ 404: UNKNOWN_CAMPAIGN })
  async getCampaignRevenues(
    @Param('id', campaignId) id: number,
    @Query() query: RevenuesDto,
    @RequestUrl() url: URL,
  ): Promise<CampaignRevenuesResponse> {
    await this.campaigns.find(id);
    const page = await this.revenue.orders(id, query.currency, query.toPage());
    return new CampaignRevenuesResponse(page, (await this.revenue.earnings([id], query.currency)).get(id), url);
  }

  @Get('link-report')
  @RequirePermission('manage_campaigns', {
    summary: 'Count the clicks on each link of a campaign',
    description: 'By people, by distinct people, and by machines.',
  })
  @ApiOkResponse({ type: LinkReportResponse })
  @Refuses({ 404: UNKNOWN_CAMPAIGN })
  async getCampaignLinkReport(@Param('id', campaignId) id: number): Promise<LinkReportResponse> {
    await this.campaigns.find(id);
    return new LinkReportResponse(await this.linkReport.links(id));
  }

  @Get('unsubscribers')
  @RequirePermission('manage_campaigns', { summary: 'List who opted out through a campaign' })
  @ApiOkResponse({ type: UnsubscribersResponse })
  @Refuses({ 404: UNKNOWN_CAMPAIGN })
  async listCampaignUnsubscribers(
    @Param('id', campaignId) id: number,
    @Query() query: UnsubscribersDto,
    @RequestUrl() url: URL,
  ): Promise<UnsubscribersResponse> {
    await this.campaigns.find(id);
    return new UnsubscribersResponse(await this.queries.unsubscribers(id, query.toPage()), url);
  }
}
