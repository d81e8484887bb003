import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe, LongIdPipe } from '../../../platform/http/id.pipe.js';
import { SettleDto, SettledResponse } from './dto/settle.dto.js';
import { UnknownMails } from './unknown-mails.service.js';

const campaignId = new IdPipe('campaign');
const emailId = new LongIdPipe();

@ApiTags('Campaigns')
@Controller('campaigns/:id')
export class UnknownMailsController {
  constructor(private readonly mails: UnknownMails) {}

  @Post('emails/:emailId/settle')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Decide about a mail of unknown fate' })
  async settleOne(
    @Param('id', campaignId) id: number,
    @Param('emailId', emailId) mail: number,
    @Body() body: SettleDto,
  ): Promise<SettledResponse> {
    await this.mails.settleOne(id, mail, body.as);
    return new SettledResponse(1);
  }

  @Post('settle-unknown')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Decide about all mails of unknown fate' })
  async settleAll(@Param('id', campaignId) id: number, @Body() body: SettleDto): Promise<SettledResponse> {
    return new SettledResponse(await this.mails.settleAll(id, body.as));
  }
}
