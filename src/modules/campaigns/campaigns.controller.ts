import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { PageResponse, RequestUrl } from '../../platform/http/page.js';
import { CampaignsQueries } from './campaigns.queries.js';
import { CampaignsService } from './campaigns.service.js';
import {
  CampaignTitleDto,
  CreateCampaignDto,
  ListCampaignsDto,
  ScheduleCampaignDto,
  UpdateCampaignDto,
} from './dto/campaign.dto.js';
import { CampaignResponse, CampaignWrittenResponse, OneCampaignResponse } from './dto/campaign.response.js';

const campaignId = new IdPipe('campaign');

@ApiTags('Campaigns')
@Controller('campaigns')
export class CampaignsController {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly queries: CampaignsQueries,
  ) {}

  @Get()
  @RequirePermission('manage_campaigns', { summary: 'List campaigns' })
  async list(
    @Query() query: ListCampaignsDto,
    @RequestUrl() url: URL,
  ): Promise<{ campaigns: PageResponse<CampaignResponse> }> {
    const page = await this.queries.list(query.toFilter(), query.toSorting(), query.toPage());
    const ids = query.withStats ? page.items.map((campaign) => campaign.id) : [];
    const stats = await this.queries.stats(ids);
    return {
      campaigns: new PageResponse(
        page,
        page.items.map((campaign) => new CampaignResponse(campaign, stats.get(campaign.id))),
        url,
      ),
    };
  }

  @Get(':id')
  @RequirePermission('manage_campaigns', { summary: 'One campaign' })
  async one(@Param('id', campaignId) id: number): Promise<OneCampaignResponse> {
    return new OneCampaignResponse(await this.campaigns.find(id));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Create a campaign as a draft' })
  async create(@Body() body: CreateCampaignDto): Promise<CampaignWrittenResponse> {
    return new CampaignWrittenResponse(await this.campaigns.create(body.toInput()), 'Campaign has been created.');
  }

  @Put(':id')
  @RequirePermission('manage_campaigns', { summary: 'Change a draft or scheduled campaign' })
  async update(@Param('id', campaignId) id: number, @Body() body: UpdateCampaignDto): Promise<CampaignWrittenResponse> {
    return new CampaignWrittenResponse(await this.campaigns.update(id, body.toInput()), 'Campaign has been saved.');
  }

  @Put(':id/title')
  @RequirePermission('manage_campaigns', { summary: 'Rename a campaign, in any state' })
  async rename(
    @Param('id', campaignId) id: number,
    @Body() { title }: CampaignTitleDto,
  ): Promise<CampaignWrittenResponse> {
    return new CampaignWrittenResponse(await this.campaigns.update(id, { title }), 'Campaign title has been updated.');
  }

  @Post(':id/duplicate')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Copy a campaign into a new draft' })
  async duplicate(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return new CampaignWrittenResponse(await this.campaigns.duplicate(id), 'Campaign has been duplicated.');
  }

  @Post(':id/schedule')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Send it at a given time' })
  async schedule(
    @Param('id', campaignId) id: number,
    @Body() body: ScheduleCampaignDto,
  ): Promise<CampaignWrittenResponse> {
    return new CampaignWrittenResponse(
      await this.campaigns.schedule(id, body.toMoment()),
      'Campaign has been scheduled.',
    );
  }

  @Post(':id/unschedule')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Take a scheduled campaign back into drafts' })
  async unschedule(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return new CampaignWrittenResponse(await this.campaigns.unschedule(id), 'Campaign has been unscheduled.');
  }

  @Post(':id/send')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Send it now' })
  async send(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return new CampaignWrittenResponse(await this.campaigns.send(id), 'Campaign is being sent.');
  }

  @Post(':id/pause')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Stop sending for now' })
  async pause(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return new CampaignWrittenResponse(await this.campaigns.pause(id), 'Campaign has been paused.');
  }

  @Post(':id/resume')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Go on sending' })
  async resume(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return new CampaignWrittenResponse(await this.campaigns.resume(id), 'Campaign has been resumed.');
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Stop sending for good' })
  async cancel(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return new CampaignWrittenResponse(await this.campaigns.cancel(id), 'Campaign has been cancelled.');
  }

  @Delete(':id')
  @RequirePermission('manage_campaigns', { summary: 'Delete a campaign that is not being sent' })
  async delete(@Param('id', campaignId) id: number): Promise<{ message: string }> {
    await this.campaigns.delete(id);
    return { message: 'Campaign has been deleted.' };
  }
}
