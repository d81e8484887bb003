import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission, Refuses, Answers } from '../../../platform/access/operation.js';
import { PathId } from '../../../platform/http/id.pipe.js';
import { CampaignId } from '../dto/campaign-routes.js';
import { NO_CONTACT_NAMED, UNKNOWN_CAMPAIGN } from '../dto/refusals.js';
import { CampaignWhy } from './campaign-why.service.js';
import { WhyDto } from './dto/why.dto.js';
import { whyShape } from './dto/why.shapes.js';

@ApiTags('Campaigns')
@Controller('campaigns/:id')
export class CampaignWhyController {
  constructor(private readonly why: CampaignWhy) {}

  @Get('why')
  @RequirePermission('manage_campaigns', {
    summary: 'Explain why a contact received a campaign or did not',
    description: 'Returns every check between the contact and the email, in the order of evaluation, with its result.',
  })
  @PathId('campaign')
  @Answers(whyShape, 'The verdict and the checks that led to it')
  @Refuses({ 400: NO_CONTACT_NAMED, 404: UNKNOWN_CAMPAIGN })
  async explainCampaignRecipient(@CampaignId() id: number, @Query() query: WhyDto) {
    return this.why.of(id, query.toQuestion());
  }
}
