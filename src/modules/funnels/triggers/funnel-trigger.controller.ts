import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { NOT_PUBLISHED, UNKNOWN_FUNNEL } from '../dto/refusals.js';
import { CALLED_IN } from '../dto/funnel.examples.js';
import { FunnelTriggerDto } from './dto/trigger.dto.js';
import { FunnelTriggeredResponse } from './dto/trigger.response.js';
import { FunnelTriggerService } from './funnel-trigger.service.js';

@ApiTags('Funnels')
@Controller('webhooks/funnel-trigger')
export class FunnelTriggerController {
  constructor(private readonly trigger: FunnelTriggerService) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Bring a contact into a funnel',
    description:
      'Creates or updates the contact and puts it into a published funnel. One that is in it already stays where it is.',
  })
  @ApiBody({ type: FunnelTriggerDto, examples: CALLED_IN })
  @ApiOkResponse({ type: FunnelTriggeredResponse })
  @Refuses({ 400: NOT_PUBLISHED, 404: UNKNOWN_FUNNEL })
  async triggerFunnel(@Body() { funnel_id, subscriber_data }: FunnelTriggerDto): Promise<FunnelTriggeredResponse> {
    return new FunnelTriggeredResponse(await this.trigger.call(funnel_id, subscriber_data));
  }
}
