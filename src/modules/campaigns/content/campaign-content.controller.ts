import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { CallsExternalServices } from '../../../platform/idempotency/idempotency.interceptor.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { CampaignId, CampaignView } from '../dto/campaign-routes.js';
import { PREVIEWS, TEST_EMAILS } from '../dto/campaign.examples.js';
import { FAULTY_ADDRESS, UNKNOWN_CAMPAIGN } from '../dto/refusals.js';
import { CampaignPreviewsService } from './campaign-previews.service.js';
import { PreviewCampaignDto, SendTestEmailDto } from './dto/campaign-content.dto.js';
import { CampaignLintResponse, CampaignPreviewResponse, TestEmailsResponse } from './dto/campaign-content.response.js';

@ApiTags('Campaigns')
@PathId('campaign')
@Controller('campaigns/:id')
export class CampaignContentController {
  constructor(private readonly previews: CampaignPreviewsService) {}

  @Post('preview')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Preview a campaign',
    description: 'Renders the email for a contact. Links of the service lead to sample pages.',
  })
  @ApiBody({ type: PreviewCampaignDto, examples: PREVIEWS })
  @ApiOkResponse({ type: CampaignPreviewResponse, description: 'The rendered email' })
  @Refuses({ 404: UNKNOWN_CAMPAIGN })
  async previewCampaign(
    @CampaignId() id: number,
    @Body() { contact_id }: PreviewCampaignDto,
  ): Promise<CampaignPreviewResponse> {
    return this.previews.preview(id, contact_id ?? null);
  }

  @CampaignView('lint', CampaignLintResponse, {
    summary: 'Lint a campaign',
    returns: 'The problems; an empty list if there are none',
    description: 'Lists problems to fix before sending. Merge tags are rendered for a sample of the recipients.',
  })
  async lintCampaign(@CampaignId() id: number): Promise<CampaignLintResponse> {
    return this.previews.lint(id);
  }

  @Post('send-test-email')
  @HttpCode(200)
  @CallsExternalServices()
  @RequirePermission('manage_campaigns', {
    summary: 'Send a test email of a campaign',
    description: 'Sends immediately, to any address. The test is not counted, and its links change no contact.',
  })
  @ApiBody({ type: SendTestEmailDto, examples: TEST_EMAILS })
  @ApiOkResponse({ type: TestEmailsResponse, description: 'One result per address, with failures' })
  @Refuses({ 400: FAULTY_ADDRESS, 404: UNKNOWN_CAMPAIGN })
  async sendCampaignTestEmail(@CampaignId() id: number, @Body() body: SendTestEmailDto): Promise<TestEmailsResponse> {
    return this.previews.sendTest(id, body.toAddresses(), body.contact_id ?? null);
  }
}
