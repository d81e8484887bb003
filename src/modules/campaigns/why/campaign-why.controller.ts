import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { CampaignWhy } from './campaign-why.service.js';
import { WhyDto, WhyResponse } from './dto/why.dto.js';

const campaignId = new IdPipe('campaign');

@ApiTags('Campaigns')
@Controller('campaigns/:id')
export class CampaignWhyController {
  constructor(private readonly why: CampaignWhy) {}

  @Get('why')
  @RequirePermission('manage_campaigns', { summary: 'Why a contact got the mail, or did not' })
  async one(@Param('id', campaignId) id: number, @Query() query: WhyDto): Promise<WhyResponse> {
    return new WhyResponse(await this.why.of(id, query.toQuestion()));
  }
}
