import { Param, Post } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { BodyLike, Resource } from '../../../platform/http/resource.js';
import { RequirePermission, Refuses, Answers, invalid, unknownRecord } from '../../../platform/access/operation.js';
import { UNKNOWN_FUNNEL } from '../dto/refusals.js';
import { FIRE_TRIGGER, TRIGGER_FUNNEL } from '../dto/funnel.examples.js';
import { FireTriggerDto, FunnelTriggerDto } from './dto/trigger.dto.js';
import { funnelTriggeredShape, triggerFiredShape } from './dto/trigger.shapes.js';
import { FiredTriggers, FunnelTriggerService } from './fired-triggers.service.js';

@Resource('triggers', 'Funnels')
export class TriggersController {
  constructor(private readonly triggers: FiredTriggers) {}

  @Post(':trigger_name')
  @RequirePermission('manage_campaigns', {
    summary: 'Fire a trigger for a contact',
    description:
      'For events in other systems. `GET /funnels/triggers` lists the triggers; those with `family: true` can be fired.',
  })
  @ApiParam({ name: 'trigger_name', description: 'A name that matches a trigger family', example: 'custom_signup' })
  @Answers(triggerFiredShape, 'The contact, and the funnels that have the trigger')
  @Refuses({
    400: invalid('The trigger cannot be fired, or a member is invalid', { trigger_name: 'cannot be reported' }),
    404: unknownRecord('The contact does not exist, and no published funnel has a trigger that creates it'),
  })
  async fireTrigger(@Param('trigger_name') name: string, @BodyLike(FIRE_TRIGGER) body: FireTriggerDto) {
    return this.triggers.fire(name, body.toReport());
  }
}

@Resource('webhooks/funnel-trigger', 'Funnels')
export class FunnelTriggerController {
  constructor(private readonly trigger: FunnelTriggerService) {}

  @Post()
  @RequirePermission('manage_campaigns', {
    summary: 'Enroll a contact in a funnel',
    description:
      'Creates or updates the contact and enrolls it in a published funnel; an active enrollment stays unchanged.',
  })
  @Answers(funnelTriggeredShape, 'The contact, and whether it was enrolled')
  @Refuses({
    400: invalid(
      'The funnel is not published, or members are invalid; nothing was saved',
      { funnel_id: 'is not published' },
      'Funnel is not published.',
    ),
    404: UNKNOWN_FUNNEL,
  })
  async triggerFunnel(@BodyLike(TRIGGER_FUNNEL) { funnel_id, subscriber_data }: FunnelTriggerDto) {
    return this.trigger.call(funnel_id, subscriber_data);
  }
}
