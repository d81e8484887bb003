import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { FAULTY_TRIGGER, UNKNOWN_CONTACT } from '../dto/refusals.js';
import { FIRED } from '../dto/funnel.examples.js';
import { FireTriggerDto } from './dto/trigger.dto.js';
import { TriggerFiredResponse } from './dto/trigger.response.js';
import { FiredTriggers } from './fired-triggers.service.js';

@ApiTags('Funnels')
@Controller('triggers')
export class TriggersController {
  constructor(private readonly triggers: FiredTriggers) {}

  @Post(':trigger_name')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Fire a trigger for a contact',
    description: 'For triggers that Carillon cannot see by itself; `GET /funnels/triggers` lists them.',
  })
  @ApiParam({ name: 'trigger_name', description: 'A name of one of their families', example: 'custom_signup' })
  @ApiBody({ type: FireTriggerDto, examples: FIRED })
  @ApiOkResponse({ type: TriggerFiredResponse })
  @Refuses({ 400: FAULTY_TRIGGER, 404: UNKNOWN_CONTACT })
  async fireTrigger(@Param('trigger_name') name: string, @Body() body: FireTriggerDto): Promise<TriggerFiredResponse> {
    return new TriggerFiredResponse(await this.triggers.fire(name, body.toReport()));
  }
}
