import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { RequestUrl } from '../../platform/http/page.js';
import { PathId } from '../../platform/http/path-id.js';
import { Refuses } from '../../platform/openapi/refusals.js';
import { TakesBody } from '../../platform/http/request-bodies.guard.js';
import { CampaignPresenter } from './campaign-presenter.js';
import { CampaignsQueries } from './campaigns.queries.js';
import { CampaignsService } from './campaigns.service.js';
import { CampaignCopies } from './copies/campaign-copies.service.js';
import { CampaignTitleDto, CreateCampaignDto, ListCampaignsDto, UpdateCampaignDto } from './dto/campaign.dto.js';
import {
  CampaignRemovedResponse,
  CampaignsResponse,
  CampaignWrittenResponse,
  OneCampaignResponse,
} from './dto/campaign.response.js';
import { CAMPAIGN_CHANGES, CAMPAIGN_EXAMPLES, RENAMES } from './dto/campaign.examples.js';
import { FAULTY_CAMPAIGN, refusedIn, TAKEN_TITLE, UNKNOWN_CAMPAIGN } from './dto/refusals.js';

const campaignId = new IdPipe('campaign');

@ApiTags('Campaigns')
@Controller('campaigns')
export class CampaignsController {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly copies: CampaignCopies,
    private readonly queries: CampaignsQueries,
    private readonly presenter: CampaignPresenter,
  ) {}

  @Get()
  @RequirePermission('manage_campaigns', { summary: 'List campaigns' })
  @ApiOkResponse({ type: CampaignsResponse })
  async listCampaigns(@Query() query: ListCampaignsDto, @RequestUrl() url: URL): Promise<CampaignsResponse> {
    const page = await this.queries.list(query.toFilter(), query.toSorting(), query.toPage());
    const ids = query.withStats ? page.items.map((campaign) => campaign.id) : [];
    const campaigns = await this.presenter.many(page.items, await this.queries.stats(ids));
    return new CampaignsResponse(page, campaigns, url);
  }

  @Get(':id')
  @RequirePermission('manage_campaigns', { summary: 'Get a campaign' })
  @PathId('campaign')
  @ApiOkResponse({ type: OneCampaignResponse })
  @Refuses({ 404: UNKNOWN_CAMPAIGN })
  async getCampaign(@Param('id', campaignId) id: number): Promise<OneCampaignResponse> {
    return this.presenter.one(await this.campaigns.find(id));
  }

  @TakesBody({ large: true })
  @Post()
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Create a campaign',
    description: 'It becomes a draft; `POST /campaigns/{id}/send` and `.../schedule` ask for what a mail needs.',
  })
  @ApiBody({ type: CreateCampaignDto, examples: CAMPAIGN_EXAMPLES })
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 400: TAKEN_TITLE })
  async createCampaign(@Body() body: CreateCampaignDto): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.campaigns.create(body.toInput()), 'Campaign has been created.');
  }

  @TakesBody({ large: true })
  @Put(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Change a campaign',
    description:
      'What is not sent stays as it is. Drafts and scheduled campaigns take everything, the others only another title.',
  })
  @PathId('campaign')
  @ApiBody({ type: UpdateCampaignDto, examples: CAMPAIGN_CHANGES })
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 400: FAULTY_CAMPAIGN, 404: UNKNOWN_CAMPAIGN })
  async updateCampaign(
    @Param('id', campaignId) id: number,
    @Body() body: UpdateCampaignDto,
  ): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.campaigns.update(id, body.toInput()), 'Campaign has been saved.');
  }

  @Put(':id/title')
  @RequirePermission('manage_campaigns', { summary: 'Rename a campaign', description: 'In any state.' })
  @PathId('campaign')
  @ApiBody({ type: CampaignTitleDto, examples: RENAMES })
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 400: TAKEN_TITLE, 404: UNKNOWN_CAMPAIGN })
  async renameCampaign(
    @Param('id', campaignId) id: number,
    @Body() { title }: CampaignTitleDto,
  ): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.campaigns.update(id, { title }), 'Campaign title has been updated.');
  }

  @Post(':id/duplicate')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Duplicate a campaign',
    description: 'The copy is a draft with a title and a slug of its own, without schedule and figures.',
  })
  @PathId('campaign')
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 404: UNKNOWN_CAMPAIGN })
  async duplicateCampaign(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.copies.duplicate(id), 'Campaign has been duplicated.');
  }

  @Delete(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Delete a campaign',
    description:
      'Not one that is being sent. Links in mails that have left go on working, and figures of reports stay.',
  })
  @PathId('campaign')
  @ApiOkResponse({ type: CampaignRemovedResponse })
  @Refuses({ 400: refusedIn('delete', 'is working'), 404: UNKNOWN_CAMPAIGN })
  async deleteCampaign(@Param('id', campaignId) id: number): Promise<CampaignRemovedResponse> {
    await this.campaigns.delete(id);
    return new CampaignRemovedResponse();
  }
}
