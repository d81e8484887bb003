import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { IdPipe, LongIdPipe } from '../../../platform/http/id.pipe.js';
import { PageResponse, RequestUrl } from '../../../platform/http/page.js';
import { AudienceQueries, type AudienceEstimate } from '../audience/audience.queries.js';
import { audienceOf } from '../audience/audience.service.js';
import { CampaignsService } from '../campaigns.service.js';
import { CampaignInsightsQueries } from './campaign-insights.queries.js';
import { CampaignRevenueQueries } from './campaign-revenue.queries.js';
import { CampaignInsightsService, type CampaignState } from './campaign-insights.service.js';
import { CampaignEmailsDto, HitsDto, RevenuesDto, UnsubscribersDto } from './dto/campaign-emails.dto.js';
import { CampaignEmailResponse, HitResponse, UnsubscriberResponse } from './dto/campaign-insights.response.js';
import { CampaignRevenuesResponse } from './dto/campaign-revenues.response.js';
import { type LinkRow, LinkReportService } from './link-report.service.js';

const campaignId = new IdPipe('campaign');
const emailId = new LongIdPipe();

/** What is to be expected of a campaign, how it is doing, and what became of it. */
@ApiTags('Campaigns')
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
  @RequirePermission('manage_campaigns', { summary: 'How many people would get it, and who would not and why' })
  async estimate(@Param('id', campaignId) id: number): Promise<AudienceEstimate> {
    return this.audience.estimate(audienceOf(await this.campaigns.find(id)));
  }

  @Get('status')
  @RequirePermission('manage_campaigns', { summary: 'State, progress and reactions' })
  async status(@Param('id', campaignId) id: number): Promise<CampaignState> {
    return this.insights.state(id);
  }

  @Get('emails')
  @RequirePermission('manage_campaigns', { summary: 'Each mail and what became of it' })
  async emails(
    @Param('id', campaignId) id: number,
    @Query() query: CampaignEmailsDto,
    @RequestUrl() url: URL,
  ): Promise<{ emails: PageResponse<CampaignEmailResponse> }> {
    await this.campaigns.find(id);
    const page = await this.queries.emails(id, query.toFilter(), query.toPage());
    return {
      emails: new PageResponse(
        page,
        page.items.map((row) => new CampaignEmailResponse(row)),
        url,
      ),
    };
  }

  @Get('emails/:emailId/hits')
  @RequirePermission('manage_campaigns', {
    summary: 'Each open and click of a mail, by a person or by a machine and why',
  })
  async hits(
    @Param('id', campaignId) id: number,
    @Param('emailId', emailId) mail: number,
    @Query() query: HitsDto,
    @RequestUrl() url: URL,
  ): Promise<{ hits: PageResponse<HitResponse> }> {
    await this.campaigns.find(id);
    const page = await this.queries.hits(id, mail, query.toPage());
    if (!page) throw notFound();
    return {
      hits: new PageResponse(
        page,
        page.items.map((row) => new HitResponse(row)),
        url,
      ),
    };
  }

  @Get('revenues')
  @RequirePermission('manage_campaigns', {
    summary: 'Orders that are put down to it',
    description: 'Those that were paid for, the newest first, and what is left of them after refunds.',
  })
  async revenues(
    @Param('id', campaignId) id: number,
    @Query() query: RevenuesDto,
    @RequestUrl() url: URL,
  ): Promise<CampaignRevenuesResponse> {
    await this.campaigns.find(id);
    const page = await this.revenue.orders(id, query.currency, query.toPage());
    return new CampaignRevenuesResponse(page, (await this.revenue.earnings([id], query.currency)).get(id), url);
  }

  @Get('link-report')
  @RequirePermission('manage_campaigns', { summary: 'Clicks by link: by people, by distinct people, by machines' })
  async links(@Param('id', campaignId) id: number): Promise<{ links: LinkRow[] }> {
    await this.campaigns.find(id);
    return { links: await this.linkReport.links(id) };
  }

  @Get('unsubscribers')
  @RequirePermission('manage_campaigns', { summary: 'Who opted out through a mail of this campaign' })
  async unsubscribers(
    @Param('id', campaignId) id: number,
    @Query() query: UnsubscribersDto,
    @RequestUrl() url: URL,
  ): Promise<{ unsubscribes: PageResponse<UnsubscriberResponse> }> {
    await this.campaigns.find(id);
    const page = await this.queries.unsubscribers(id, query.toPage());
    return {
      unsubscribes: new PageResponse(
        page,
        page.items.map((row) => new UnsubscriberResponse(row)),
        url,
      ),
    };
  }
}
