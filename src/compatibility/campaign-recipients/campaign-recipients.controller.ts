import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { DIALECT_PATH } from '../dialect.js';
import { CampaignRecipients } from './campaign-recipients.service.js';
import { RecipientsDto } from './recipients.dto.js';

interface DraftedRecipients {
  readonly message: string;
  readonly count: number;
  /** Clients write recipients in chunks; here one call is enough. */
  readonly has_more: false;
}

@ApiExcludeController()
@Controller(`${DIALECT_PATH}/campaigns`)
export class CampaignRecipientsController {
  constructor(private readonly recipients: CampaignRecipients) {}

  @Post('estimated-contacts')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Count the recipients of a campaign' })
  async estimate(@Body() body: RecipientsDto): Promise<{ readonly count: number }> {
    return { count: await this.recipients.estimate(body.toRecipients()) };
  }

  @Post(':id/draft-recipients')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Set and count the recipients of a campaign' })
  async draft(
    @Param('id', new IdPipe('campaign')) id: number,
    @Body() body: RecipientsDto,
  ): Promise<DraftedRecipients> {
    const count = await this.recipients.draft(id, body.toRecipients());
    return { message: 'Recipients have been saved.', count, has_more: false };
  }
}
