import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { TO_SEND } from '../../../platform/access/permissions.js';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe, LongIdPipe } from '../../../platform/http/id.pipe.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { SETTLEMENTS } from '../dto/campaign.examples.js';
import { NOT_SETTLED, refusedIn, UNKNOWN_CAMPAIGN, UNKNOWN_EMAIL } from '../dto/refusals.js';
import { SettleDto, SettledResponse } from './dto/settle.dto.js';
import { UnknownMails } from './unknown-mails.service.js';

const campaignId = new IdPipe('campaign');
const emailId = new LongIdPipe();

@ApiTags('Campaigns')
@PathId('campaign')
@Controller('campaigns/:id')
export class UnknownMailsController {
  constructor(private readonly mails: UnknownMails) {}

  @Post('emails/:emailId/settle')
  @HttpCode(200)
  @RequirePermission(TO_SEND, {
    summary: 'Settle a mail of unknown fate',
    description:
      'One whose connection broke at a moment at which nobody can tell whether it arrived (`ON_UNKNOWN=hold`).',
  })
  @PathId('mail', 'emailId', Number.MAX_SAFE_INTEGER)
  @ApiBody({ type: SettleDto, examples: SETTLEMENTS })
  @ApiOkResponse({ type: SettledResponse })
  @Refuses({ 400: NOT_SETTLED, 404: UNKNOWN_EMAIL })
  async settleCampaignEmail(
    @Param('id', campaignId) id: number,
    @Param('emailId', emailId) mail: number,
    @Body() body: SettleDto,
  ): Promise<SettledResponse> {
    await this.mails.settleOne(id, mail, body.as);
    return new SettledResponse(1);
  }

  @Post('settle-unknown')
  @HttpCode(200)
  @RequirePermission(TO_SEND, { summary: 'Settle all mails of unknown fate of a campaign' })
  @ApiBody({ type: SettleDto, examples: SETTLEMENTS })
  @ApiOkResponse({ type: SettledResponse })
  @Refuses({ 400: refusedIn('repeat', 'is archived'), 404: UNKNOWN_CAMPAIGN })
  async settleUnknownCampaignEmails(
    @Param('id', campaignId) id: number,
    @Body() body: SettleDto,
  ): Promise<SettledResponse> {
    return new SettledResponse(await this.mails.settleAll(id, body.as));
  }
}
