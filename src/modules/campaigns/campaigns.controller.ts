import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { PageResponse, RequestUrl } from '../../platform/http/page.js';
import { CampaignPresenter } from './campaign-presenter.js';
import { CampaignsQueries } from './campaigns.queries.js';
import { CampaignsService } from './campaigns.service.js';
import { CampaignCopies } from './copies/campaign-copies.service.js';
import { CampaignTitleDto, CreateCampaignDto, ListCampaignsDto, UpdateCampaignDto } from './dto/campaign.dto.js';
import type { CampaignResponse, CampaignWrittenResponse, OneCampaignResponse } from './dto/campaign.response.js';

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
  async list(
    @Query() query: ListCampaignsDto,
    @RequestUrl() url: URL,
  ): Promise<{ campaigns: PageResponse<CampaignResponse> }> {
    const page = await this.queries.list(query.toFilter(), query.toSorting(), query.toPage());
    const ids = query.withStats ? page.items.map((campaign) => campaign.id) : [];
    const campaigns = await this.presenter.many(page.items, await this.queries.stats(ids));
    return { campaigns: new PageResponse(page, campaigns, url) };
  }

  @Get(':id')
  @RequirePermission('manage_campaigns', { summary: 'One campaign' })
  async one(@Param('id', campaignId) id: number): Promise<OneCampaignResponse> {
    return this.presenter.one(await this.campaigns.find(id));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Create a campaign as a draft' })
  async create(@Body() body: CreateCampaignDto): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.campaigns.create(body.toInput()), 'Campaign has been created.');
  }

  @Put(':id')
  @RequirePermission('manage_campaigns', { summary: 'Change a draft or scheduled campaign' })
  async update(@Param('id', campaignId) id: number, @Body() body: UpdateCampaignDto): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.campaigns.update(id, body.toInput()), 'Campaign has been saved.');
  }

  @Put(':id/title')
  @RequirePermission('manage_campaigns', { summary: 'Rename a campaign, in any state' })
  async rename(
    @Param('id', campaignId) id: number,
    @Body() { title }: CampaignTitleDto,
  ): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.campaigns.update(id, { title }), 'Campaign title has been updated.');
  }

  @Post(':id/duplicate')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Copy a campaign into a new draft' })
  async duplicate(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.copies.duplicate(id), 'Campaign has been duplicated.');
  }

  @Delete(':id')
  @RequirePermission('manage_campaigns', { summary: 'Delete a campaign that is not being sent' })
  async delete(@Param('id', campaignId) id: number): Promise<{ message: string }> {
    await this.campaigns.delete(id);
    return { message: 'Campaign has been deleted.' };
  }
}
