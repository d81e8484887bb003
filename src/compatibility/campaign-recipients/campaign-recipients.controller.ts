import { Body, Param } from '@nestjs/common';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { DialectController, DialectPost } from '../dialect-controller.js';
import { CampaignRecipients } from './campaign-recipients.service.js';
import { RecipientsDto } from './campaign-recipients.dto.js';

@DialectController('/campaigns')
export class CampaignRecipientsController {
  constructor(private readonly recipients: CampaignRecipients) {}

  @DialectPost('estimated-contacts', 'manage_campaigns', 'Count the recipients of a campaign')
  async estimate(@Body() body: RecipientsDto): Promise<{ readonly count: number }> {
    return { count: await this.recipients.estimate(body.toRecipients()) };
  }

  @DialectPost(':id/draft-recipients', 'manage_campaigns', 'Set and count the recipients of a campaign')
  async draft(@Param('id', new IdPipe('campaign')) id: number, @Body() body: RecipientsDto) {
    const count = await this.recipients.draft(id, body.toRecipients());
    // Clients write recipients in chunks; here one call is enough.
    return { message: 'Recipients have been saved.', count, has_more: false };
  }
}
