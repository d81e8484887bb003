import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { CampaignPresenter } from './campaign-presenter.js';
import { CampaignStates } from './campaign-states.service.js';
import { CampaignCopies } from './copies/campaign-copies.service.js';
import { ResendCampaignDto, ScheduleCampaignDto } from './dto/campaign.dto.js';
import type { CampaignWrittenResponse } from './dto/campaign.response.js';

const campaignId = new IdPipe('campaign');

/** What a manager does with a campaign. */
@ApiTags('Campaigns')
@Controller('campaigns/:id')
export class CampaignStatesController {
  constructor(
    private readonly states: CampaignStates,
    private readonly copies: CampaignCopies,
    private readonly presenter: CampaignPresenter,
  ) {}

  @Post('schedule')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Send it at a given time' })
  async schedule(
    @Param('id', campaignId) id: number,
    @Body() body: ScheduleCampaignDto,
  ): Promise<CampaignWrittenResponse> {
    return this.presenter.written(
      await this.states.schedule(id, body.toMoment(), body.toEnd()),
      'Campaign has been scheduled.',
    );
  }

  @Post('unschedule')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Take a scheduled campaign back into drafts' })
  async unschedule(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.states.unschedule(id), 'Campaign has been unscheduled.');
  }

  @Post('send')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Send it now' })
  async send(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.states.send(id), 'Campaign is being sent.');
  }

  @Post('pause')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Stop sending for now' })
  async pause(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.states.pause(id), 'Campaign has been paused.');
  }

  @Post('resume')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Go on sending' })
  async resume(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.states.resume(id), 'Campaign has been resumed.');
  }

  @Post('cancel')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Stop sending for good' })
  async cancel(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.states.cancel(id), 'Campaign has been cancelled.');
  }

  @Post('archive')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Put a draft or a sent campaign away' })
  async archive(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.states.archive(id), 'Campaign has been archived.');
  }

  @Post('unarchive')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Bring back what was put away; not what was cancelled' })
  async unarchive(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.states.unarchive(id), 'Campaign has been unarchived.');
  }

  @Post('resend-unopened')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'A new draft to everybody who has not opened this one' })
  async resendUnopened(
    @Param('id', campaignId) id: number,
    @Body() body: ResendCampaignDto,
  ): Promise<CampaignWrittenResponse> {
    const draft = await this.copies.resend(id, 'unopened', body.email_subject);
    return this.presenter.written(draft, 'Campaign has been created.');
  }

  @Post('resend-failed')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'A new draft to everybody whose mail of this one failed' })
  async resendFailed(
    @Param('id', campaignId) id: number,
    @Body() body: ResendCampaignDto,
  ): Promise<CampaignWrittenResponse> {
    const draft = await this.copies.resend(id, 'failed', body.email_subject);
    return this.presenter.written(draft, 'Campaign has been created.');
  }
}
