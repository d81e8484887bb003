import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { NOBODY_NAMED, UNKNOWN_CAMPAIGN } from '../dto/refusals.js';
import { CampaignWhy } from './campaign-why.service.js';
import { WhyDto, WhyResponse } from './dto/why.dto.js';

const campaignId = new IdPipe('campaign');

@ApiTags('Campaigns')
@Controller('campaigns/:id')
export class CampaignWhyController {
  constructor(private readonly why: CampaignWhy) {}

  @Get('why')
  @RequirePermission('manage_campaigns', {
    summary: 'Explain why a contact got a campaign or did not',
    description: 'Everything that has to be true, in the order in which it is decided.',
  })
  @PathId('campaign')
  @ApiOkResponse({ type: WhyResponse })
  @Refuses({ 400: NOBODY_NAMED, 404: UNKNOWN_CAMPAIGN })
  async explainCampaignRecipient(@Param('id', campaignId) id: number, @Query() query: WhyDto): Promise<WhyResponse> {
    return new WhyResponse(await this.why.of(id, query.toQuestion()));
  }
}
