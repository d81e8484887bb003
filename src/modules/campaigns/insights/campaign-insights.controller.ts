import { Query } from '@nestjs/common';
import { notFound } from '../../../platform/errors/app-error.js';
import { LongIdPipe } from '../../../platform/http/id.pipe.js';
import { RecordId, Resource } from '../../../platform/http/resource.js';
import { PageUrl, pageOf } from '../../../platform/http/page.js';
import { ReadsReplica } from '../../../platform/http/replica-reads.interceptor.js';
import { AudienceQueries } from '../audience/audience.queries.js';
import { CampaignRows } from '../campaign/campaign-rows.js';
import { CampaignId, CampaignView } from '../dto/campaign-routes.js';
import { NO_CONTACT_NAMED, UNKNOWN_EMAIL } from '../dto/refusals.js';
import { CampaignInsightsQueries } from './campaign-insights.queries.js';
import { CampaignFigures } from '../figures/campaign-figures.queries.js';
import { NO_EARNINGS } from '../figures/earnings.js';
import { CampaignInsightsService } from './campaign-insights.service.js';
import {
  audienceEstimateShape,
  campaignEmailsShape,
  trackingEventsShape,
  unsubscribersShape,
  linkReportShape,
} from './dto/campaign-insights.shapes.js';
import { CampaignEmailsDto, RevenuesDto, TrackingEventsDto, UnsubscribersDto } from './dto/campaign-emails.dto.js';
import { campaignRevenuesOf, campaignRevenuesShape } from './dto/campaign-revenues.shapes.js';
import { CampaignWhy } from '../why/campaign-why.service.js';
import { WhyDto } from '../why/dto/why.dto.js';
import { whyShape } from '../why/dto/why.shapes.js';
import { campaignStateShape } from './dto/campaign-state.shapes.js';

const EmailId = (): ParameterDecorator => RecordId('mail', 'emailId', new LongIdPipe());

@Resource('campaigns/:id', 'Campaigns')
export class CampaignInsightsController {
  constructor(
    private readonly campaigns: CampaignRows,
    private readonly audience: AudienceQueries,
    private readonly insights: CampaignInsightsService,
    private readonly queries: CampaignInsightsQueries,
    private readonly figures: CampaignFigures,
    private readonly why: CampaignWhy,
  ) {}

  @ReadsReplica()
  @CampaignView('estimated-recipients-count', audienceEstimateShape, {
    summary: 'Count the recipients of a campaign',
    returns: 'The counts',
    description: 'Estimates the recipients if it were sent now, and counts the others by reason.',
  })
  async estimateCampaignRecipients(@CampaignId() id: number) {
    return this.audience.estimate(await this.campaigns.find(id));
  }

  @CampaignView('status', campaignStateShape, {
    summary: 'Get the progress of a campaign',
    returns: 'The campaign with its progress',
    description: 'Returns status, sending progress, opens, and clicks.',
  })
  async getCampaignStatus(@CampaignId() id: number) {
    return this.insights.state(id);
  }

  @CampaignView('emails', campaignEmailsShape, {
    summary: 'List the emails of a campaign',
    returns: 'A page of emails',
    description: 'Returns one row per recipient, including skipped and failed emails, in the order of creation.',
  })
  async listCampaignEmails(@CampaignId() id: number, @Query() query: CampaignEmailsDto, @PageUrl() url: string) {
    await this.campaigns.find(id);
    return { emails: pageOf(await this.queries.emails(id, query.toFilter(), query.toPage()), url) };
  }

  @CampaignView('emails/:emailId/hits', trackingEventsShape, {
    summary: 'List the opens and clicks of an email',
    returns: 'A page of opens and clicks, oldest first',
    description: 'Returns each event, oldest first, classified as human or machine, with the reason.',
    refuses: { 404: UNKNOWN_EMAIL },
  })
  async listCampaignEmailHits(
    @CampaignId() id: number,
    @EmailId() mail: number,
    @Query() query: TrackingEventsDto,
    @PageUrl() url: string,
  ) {
    await this.campaigns.find(id);
    const page = await this.queries.hits(id, mail, query.toPage());
    if (!page) throw notFound();
    return { hits: pageOf(page, url) };
  }

  @CampaignView('revenues', campaignRevenuesShape, {
    summary: 'List the orders attributed to a campaign',
    returns: 'A page of orders, and the revenue of all of them',
    description: 'Returns paid orders, newest first, and the revenue net of refunds.',
  })
  async getCampaignRevenues(@CampaignId() id: number, @Query() query: RevenuesDto, @PageUrl() url: string) {
    await this.campaigns.find(id);
    const page = await this.figures.orders(id, query.currency, query.toPage());
    const earnings = await this.figures.earnings([id], query.currency);
    return campaignRevenuesOf(page, earnings.get(id) ?? NO_EARNINGS, url);
  }

  @CampaignView('link-report', linkReportShape, {
    summary: 'Count the clicks on each link of a campaign',
    returns: 'All links with their counts',
    description: 'Returns human clicks, distinct emails with a human click, and machine clicks.',
  })
  async getCampaignLinkReport(@CampaignId() id: number) {
    await this.campaigns.find(id);
    return { links: await this.queries.links(id) };
  }

  @CampaignView('unsubscribers', unsubscribersShape, {
    summary: 'List the opt-outs of a campaign',
    returns: 'A page of opt-outs, newest first',
    description: 'Returns the contacts who opted out through an email of the campaign, newest first.',
  })
  async listCampaignUnsubscribers(@CampaignId() id: number, @Query() query: UnsubscribersDto, @PageUrl() url: string) {
    await this.campaigns.find(id);
    return { unsubscribes: pageOf(await this.queries.unsubscribers(id, query.toPage()), url) };
  }

  @CampaignView('why', whyShape, {
    summary: 'Explain why a contact received a campaign or did not',
    returns: 'The verdict and the checks that led to it',
    description: 'Returns every check between the contact and the email, in the order of evaluation, with its result.',
    refuses: { 400: NO_CONTACT_NAMED },
  })
  async explainCampaignRecipient(@CampaignId() id: number, @Query() query: WhyDto) {
    return this.why.of(id, query.toQuestion());
  }
}
