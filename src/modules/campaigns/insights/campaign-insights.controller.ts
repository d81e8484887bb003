import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { LongIdPipe } from '../../../platform/http/id.pipe.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { AudienceQueries } from '../audience/audience.queries.js';
import { CampaignRows } from '../campaign/campaign-rows.js';
import { CampaignId, CampaignView } from '../dto/campaign-routes.js';
import { UNKNOWN_EMAIL } from '../dto/refusals.js';
import { CampaignInsightsQueries } from './campaign-insights.queries.js';
import { CampaignFigures } from '../figures/campaign-figures.queries.js';
import { NO_EARNINGS } from '../figures/earnings.js';
import { CampaignInsightsService } from './campaign-insights.service.js';
import { AudienceEstimateResponse } from './dto/audience-estimate.response.js';
import { CampaignEmailsDto, TrackingEventsDto, RevenuesDto, UnsubscribersDto } from './dto/campaign-emails.dto.js';
import {
  CampaignEmailsResponse,
  TrackingEventsResponse,
  UnsubscribersResponse,
} from './dto/campaign-insights.response.js';
import { CampaignRevenuesResponse } from './dto/campaign-revenues.response.js';
import { CampaignStateResponse } from './dto/campaign-state.response.js';
import { LinkReportResponse } from './dto/link-report.response.js';
import { LinkReportService } from './link-report.service.js';

const emailId = new LongIdPipe();

/** Recipient estimates, progress, and results of a campaign. */
@ApiTags('Campaigns')
@PathId('campaign')
@Controller('campaigns/:id')
export class CampaignInsightsController {
  constructor(
    private readonly campaigns: CampaignRows,
    private readonly audience: AudienceQueries,
    private readonly insights: CampaignInsightsService,
    private readonly queries: CampaignInsightsQueries,
    private readonly figures: CampaignFigures,
    private readonly linkReport: LinkReportService,
  ) {}

  @CampaignView('estimated-recipients-count', AudienceEstimateResponse, {
    summary: 'Count the recipients of a campaign',
    returns: 'The counts',
    description: 'Estimates the recipients if it were sent now, and counts the others by reason.',
  })
  async estimateCampaignRecipients(@CampaignId() id: number): Promise<AudienceEstimateResponse> {
    return this.audience.estimate(await this.campaigns.find(id));
  }

  @CampaignView('status', CampaignStateResponse, {
    summary: 'Get the progress of a campaign',
    returns: 'The campaign with its progress',
    description: 'Returns status, sending progress, opens, and clicks.',
  })
  async getCampaignStatus(@CampaignId() id: number): Promise<CampaignStateResponse> {
    return this.insights.state(id);
  }

  @CampaignView('emails', CampaignEmailsResponse, {
    summary: 'List the emails of a campaign',
    returns: 'A page of emails',
    description: 'Returns one row per recipient, including skipped and failed emails, in the order of creation.',
  })
  async listCampaignEmails(
    @CampaignId() id: number,
    @Query() query: CampaignEmailsDto,
    @RequestUrl() url: URL,
  ): Promise<CampaignEmailsResponse> {
    await this.campaigns.find(id);
    return new CampaignEmailsResponse(await this.queries.emails(id, query.toFilter(), query.toPage()), url);
  }

  @Get('emails/:emailId/hits')
  @RequirePermission('manage_campaigns', {
    summary: 'List the opens and clicks of an email',
    description: 'Returns each event, oldest first, classified as human or machine, with the reason.',
  })
  @PathId('mail', 'emailId', Number.MAX_SAFE_INTEGER)
  @ApiOkResponse({ type: TrackingEventsResponse, description: 'A page of opens and clicks, oldest first' })
  @Refuses({ 404: UNKNOWN_EMAIL })
  async listCampaignEmailHits(
    @CampaignId() id: number,
    @Param('emailId', emailId) mail: number,
    @Query() query: TrackingEventsDto,
    @RequestUrl() url: URL,
  ): Promise<TrackingEventsResponse> {
    await this.campaigns.find(id);
    const page = await this.queries.hits(id, mail, query.toPage());
    if (!page) throw notFound();
    return new TrackingEventsResponse(page, url);
  }

  @CampaignView('revenues', CampaignRevenuesResponse, {
    summary: 'List the orders attributed to a campaign',
    returns: 'A page of orders, and the revenue of all of them',
    description: 'Returns paid orders, newest first, and the revenue net of refunds.',
  })
  async getCampaignRevenues(
    @CampaignId() id: number,
    @Query() query: RevenuesDto,
    @RequestUrl() url: URL,
  ): Promise<CampaignRevenuesResponse> {
    await this.campaigns.find(id);
    const page = await this.figures.orders(id, query.currency, query.toPage());
    const earnings = await this.figures.earnings([id], query.currency);
    return new CampaignRevenuesResponse(page, earnings.get(id) ?? NO_EARNINGS, url);
  }

  @CampaignView('link-report', LinkReportResponse, {
    summary: 'Count the clicks on each link of a campaign',
    returns: 'All links with their counts',
    description: 'Returns human clicks, distinct emails with a human click, and machine clicks.',
  })
  async getCampaignLinkReport(@CampaignId() id: number): Promise<LinkReportResponse> {
    await this.campaigns.find(id);
    return { links: await this.linkReport.links(id) };
  }

  @CampaignView('unsubscribers', UnsubscribersResponse, {
    summary: 'List the opt-outs of a campaign',
    returns: 'A page of opt-outs, newest first',
    description: 'Returns the contacts who opted out through an email of the campaign, newest first.',
  })
  async listCampaignUnsubscribers(
    @CampaignId() id: number,
    @Query() query: UnsubscribersDto,
    @RequestUrl() url: URL,
  ): Promise<UnsubscribersResponse> {
    await this.campaigns.find(id);
    return new UnsubscribersResponse(await this.queries.unsubscribers(id, query.toPage()), url);
  }
}
