import { ApiProperty } from '@nestjs/swagger';
import type { FiredTrigger } from '../fired-triggers.service.js';
import type { CalledIn } from '../funnel-trigger.service.js';

export class TriggerFiredResponse {
  @ApiProperty({ type: String, example: 'Trigger has been received.' })
  readonly message = 'Trigger has been received.';
  @ApiProperty({ example: 'custom_signup' }) readonly trigger_name: string;
  @ApiProperty({ type: 'integer', example: 42 }) readonly subscriber_id: number;
  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    example: [4],
    description: 'Published funnels with this trigger; whether they let the contact in is decided by their rules',
  })
  readonly funnels: readonly number[];

  constructor({ triggerName, contactId, funnels }: FiredTrigger) {
    this.trigger_name = triggerName;
    this.subscriber_id = contactId;
    this.funnels = funnels;
  }
}

export class FunnelTriggeredResponse {
  @ApiProperty({ type: String, example: 'Subscriber has been added to the funnel.' }) readonly message: string;
  @ApiProperty({ type: 'integer', example: 4 }) readonly funnel_id: number;
  @ApiProperty({ type: 'integer', example: 42 }) readonly subscriber_id: number;
  @ApiProperty({ enum: ['created', 'updated'] }) readonly contact_action: CalledIn['contactAction'];
  @ApiProperty({ enum: ['added', 'already_active'] }) readonly status: CalledIn['status'];

  constructor({ funnelId, contactId, contactAction, status }: CalledIn) {
    this.message =
      status === 'added' ? 'Subscriber has been added to the funnel.' : 'Subscriber is already active in this funnel.';
    this.funnel_id = funnelId;
    this.subscriber_id = contactId;
    this.contact_action = contactAction;
    this.status = status;
  }
}
