import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { CampaignPreviewsService } from './campaign-previews.service.js';
import { PreviewCampaignDto, SendTestEmailDto } from './dto/campaign-content.dto.js';
import { CampaignLintResponse, CampaignPreviewResponse, TestMailsResponse } from './dto/campaign-content.response.js';

const campaignId = new IdPipe('campaign');

@ApiTags('Campaigns')
@Controller('campaigns/:id')
export class CampaignContentController {
  constructor(private readonly previews: CampaignPreviewsService) {}

  @Post('preview')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'The mail as a contact would get it' })
  async preview(
    @Param('id', campaignId) id: number,
    @Body() { contact_id }: PreviewCampaignDto,
  ): Promise<CampaignPreviewResponse> {
    return new CampaignPreviewResponse(await this.previews.preview(id, contact_id ?? null));
  }

  @Get('lint')
  @RequirePermission('manage_campaigns', { summary: 'What is better mended before the campaign is sent' })
  async lint(@Param('id', campaignId) id: number): Promise<CampaignLintResponse> {
    return new CampaignLintResponse(await this.previews.lint(id));
  }

  @Post('send-test-email')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Send the mail to somebody who wants to see it, now' })
  async sendTest(@Param('id', campaignId) id: number, @Body() body: SendTestEmailDto): Promise<TestMailsResponse> {
    return new TestMailsResponse(await this.previews.sendTest(id, body.toAddresses(), body.contact_id ?? null));
  }
}
