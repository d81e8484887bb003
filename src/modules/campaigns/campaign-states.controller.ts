import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { TO_SEND } from '../../platform/access/permissions.js';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { PathId } from '../../platform/http/path-id.js';
import { Refuses } from '../../platform/openapi/refusals.js';
import { CampaignPresenter } from './campaign-presenter.js';
import { CampaignStates } from './campaign-states.service.js';
import { CampaignCopies } from './copies/campaign-copies.service.js';
import { ResendCampaignDto, ScheduleCampaignDto } from './dto/campaign.dto.js';
import { RESENDS, SCHEDULES } from './dto/campaign.examples.js';
import { CampaignWrittenResponse } from './dto/campaign.response.js';
import { NOT_READY, refusedIn, UNKNOWN_CAMPAIGN } from './dto/refusals.js';

const campaignId = new IdPipe('campaign');

/** What a manager does with a campaign. */
@ApiTags('Campaigns')
@PathId('campaign')
@Controller('campaigns/:id')
export class CampaignStatesController {
  constructor(
    private readonly states: CampaignStates,
    private readonly copies: CampaignCopies,
    private readonly presenter: CampaignPresenter,
  ) {}

  @Post('schedule')
  @HttpCode(200)
  @RequirePermission(TO_SEND, {
    summary: 'Schedule a campaign',
    description: 'It has to be fit to be sent by now. `settings.sending_type` says what the time means.',
  })
  @ApiBody({ type: ScheduleCampaignDto, examples: SCHEDULES })
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 400: NOT_READY, 404: UNKNOWN_CAMPAIGN })
  async scheduleCampaign(
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
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 400: refusedIn('unschedule', 'is sent'), 404: UNKNOWN_CAMPAIGN })
  async unscheduleCampaign(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.states.unschedule(id), 'Campaign has been unscheduled.');
  }

  @Post('send')
  @HttpCode(200)
  @RequirePermission(TO_SEND, {
    summary: 'Send a campaign now',
    description: 'The answer does not wait for the mails; `GET /campaigns/{id}/status` says how far they are.',
  })
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 400: NOT_READY, 404: UNKNOWN_CAMPAIGN })
  async sendCampaign(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.states.send(id), 'Campaign is being sent.');
  }

  @Post('pause')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Pause a campaign',
    description: 'Mails that are being handed over are finished, no other begins.',
  })
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 400: refusedIn('pause', 'is draft'), 404: UNKNOWN_CAMPAIGN })
  async pauseCampaign(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.states.pause(id), 'Campaign has been paused.');
  }

  @Post('resume')
  @HttpCode(200)
  @RequirePermission(TO_SEND, { summary: 'Resume a paused campaign' })
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 400: refusedIn('resume', 'is working'), 404: UNKNOWN_CAMPAIGN })
  async resumeCampaign(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.states.resume(id), 'Campaign has been resumed.');
  }

  @Post('cancel')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Stop sending a campaign for good',
    description: 'It becomes `archived`, and cannot be brought back.',
  })
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 400: refusedIn('cancel', 'is draft'), 404: UNKNOWN_CAMPAIGN })
  async cancelCampaign(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.states.cancel(id), 'Campaign has been cancelled.');
  }

  @Post('archive')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Archive a campaign',
    description: 'Only a draft or one that was sent.',
  })
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 400: refusedIn('archive', 'is working'), 404: UNKNOWN_CAMPAIGN })
  async archiveCampaign(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.states.archive(id), 'Campaign has been archived.');
  }

  @Post('unarchive')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Bring an archived campaign back',
    description: 'As what it was; not one that was cancelled.',
  })
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 400: refusedIn('unarchive', 'was cancelled'), 404: UNKNOWN_CAMPAIGN })
  async unarchiveCampaign(@Param('id', campaignId) id: number): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.states.unarchive(id), 'Campaign has been unarchived.');
  }

  @Post('resend-unopened')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Repeat a campaign for everybody who has not opened it',
    description: 'Makes a new draft. Who they are is asked when the draft is sent.',
  })
  @ApiBody({ type: ResendCampaignDto, examples: RESENDS })
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 400: refusedIn('resend', 'is working'), 404: UNKNOWN_CAMPAIGN })
  async resendCampaignToUnopened(
    @Param('id', campaignId) id: number,
    @Body() body: ResendCampaignDto,
  ): Promise<CampaignWrittenResponse> {
    const draft = await this.copies.resend(id, 'unopened', body.email_subject);
    return this.presenter.written(draft, 'Campaign has been created.');
  }

  @Post('resend-failed')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Repeat a campaign for everybody whose mail failed',
    description: 'Makes a new draft. Who they are is asked when the draft is sent. Bounces are no such failures.',
  })
  @ApiBody({ type: ResendCampaignDto, examples: RESENDS })
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 400: refusedIn('resend', 'is working'), 404: UNKNOWN_CAMPAIGN })
  async resendCampaignToFailed(
    @Param('id', campaignId) id: number,
    @Body() body: ResendCampaignDto,
  ): Promise<CampaignWrittenResponse> {
    const draft = await this.copies.resend(id, 'failed', body.email_subject);
    return this.presenter.written(draft, 'Campaign has been created.');
  }
}
