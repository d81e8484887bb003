import { Post } from '@nestjs/common';
import { RequirePermission, Refuses, Answers } from '../../../platform/access/operation.js';
import { BodyLike, Resource } from '../../../platform/http/resource.js';
import { CallsExternalServices } from '../../../platform/idempotency/idempotency.interceptor.js';
import { CampaignId, CampaignView } from '../dto/campaign-routes.js';
import { PREVIEWS, TEST_EMAILS } from '../dto/campaign.examples.js';
import { FAULTY_ADDRESS, UNKNOWN_CAMPAIGN } from '../dto/refusals.js';
import { CampaignPreviewsService } from './campaign-previews.service.js';
import { lintShape } from '../../mail-content/rendering/lint/lint.shapes.js';
import { SendTestEmailDto } from '../../system-emails/test-emails/dto/test-emails.dto.js';
import { testEmailsShape } from '../../system-emails/test-emails/dto/test-emails.shapes.js';
import { PreviewCampaignDto } from './dto/campaign-content.dto.js';
import { campaignPreviewShape } from './dto/campaign-content.shapes.js';

@Resource('campaigns/:id', 'Campaigns')
export class CampaignContentController {
  constructor(private readonly previews: CampaignPreviewsService) {}

  @Post('preview')
  @RequirePermission('manage_campaigns', {
    summary: 'Preview a campaign',
    description: 'Renders the email for a contact. Links of the service lead to sample pages.',
  })
  @Answers(campaignPreviewShape, 'The rendered email')
  @Refuses({ 404: UNKNOWN_CAMPAIGN })
  async previewCampaign(
    @CampaignId() id: number,
    @BodyLike(PREVIEWS) { contact_id = null, ...chosen }: PreviewCampaignDto,
  ) {
    return this.previews.preview(id, contact_id, chosen);
  }

  @CampaignView('lint', lintShape, {
    summary: 'Lint a campaign',
    returns: 'The problems; an empty list if there are none',
    description: 'Lists problems to fix before sending. Merge tags are rendered for a sample of the recipients.',
  })
  async lintCampaign(@CampaignId() id: number) {
    return this.previews.lint(id);
  }

  @Post('send-test-email')
  @CallsExternalServices()
  @RequirePermission('manage_campaigns', {
    summary: 'Send a test email of a campaign',
    description: 'Sends immediately, to any address. The test is not counted, and its links change no contact.',
  })
  @Answers(testEmailsShape, 'One result per address, with failures')
  @Refuses({ 400: FAULTY_ADDRESS, 404: UNKNOWN_CAMPAIGN })
  async sendCampaignTestEmail(@CampaignId() id: number, @BodyLike(TEST_EMAILS) body: SendTestEmailDto) {
    return this.previews.sendTest(id, body.toAddresses(), body.contact_id ?? null);
  }
}
