import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { TalksToTheOutside } from '../../../platform/idempotency/idempotency.interceptor.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { PREVIEWS, TEST_MAILS } from '../dto/campaign.examples.js';
import { FAULTY_ADDRESS, UNKNOWN_CAMPAIGN } from '../dto/refusals.js';
import { CampaignPreviewsService } from './campaign-previews.service.js';
import { PreviewCampaignDto, SendTestEmailDto } from './dto/campaign-content.dto.js';
import { CampaignLintResponse, CampaignPreviewResponse, TestMailsResponse } from './dto/campaign-content.response.js';

const campaignId = new IdPipe('campaign');

@ApiTags('Campaigns')
@PathId('campaign')
@Controller('campaigns/:id')
export class CampaignContentController {
  constructor(private readonly previews: CampaignPreviewsService) {}

  @Post('preview')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Preview a campaign',
    description: 'The mail as that contact would get it, with links that lead to samples.',
  })
  @ApiBody({ type: PreviewCampaignDto, examples: PREVIEWS })
  @ApiOkResponse({ type: CampaignPreviewResponse })
  @Refuses({ 404: UNKNOWN_CAMPAIGN })
  async previewCampaign(
    @Param('id', campaignId) id: number,
    @Body() { contact_id }: PreviewCampaignDto,
  ): Promise<CampaignPreviewResponse> {
    return new CampaignPreviewResponse(await this.previews.preview(id, contact_id ?? null));
  }

  @Get('lint')
  @RequirePermission('manage_campaigns', {
    summary: 'Look for faults in a campaign',
    description: 'What is better mended before it is sent. Merge tags are tried on a sample of its recipients.',
  })
  @ApiOkResponse({ type: CampaignLintResponse })
  @Refuses({ 404: UNKNOWN_CAMPAIGN })
  async lintCampaign(@Param('id', campaignId) id: number): Promise<CampaignLintResponse> {
    return new CampaignLintResponse(await this.previews.lint(id));
  }

  @Post('send-test-email')
  @HttpCode(200)
  @TalksToTheOutside()
  @RequirePermission('manage_campaigns', {
    summary: 'Send a test mail of a campaign',
    description: 'At once, to any address. It is in no figure, and its links change nobody.',
  })
  @ApiBody({ type: SendTestEmailDto, examples: TEST_MAILS })
  @ApiOkResponse({ type: TestMailsResponse })
  @Refuses({ 400: FAULTY_ADDRESS, 404: UNKNOWN_CAMPAIGN })
  async sendCampaignTestEmail(
    @Param('id', campaignId) id: number,
    @Body() body: SendTestEmailDto,
  ): Promise<TestMailsResponse> {
    return new TestMailsResponse(await this.previews.sendTest(id, body.toAddresses(), body.contact_id ?? null));
  }
}
