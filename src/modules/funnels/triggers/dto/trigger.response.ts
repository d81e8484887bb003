import { ApiProperty } from '@nestjs/swagger';

export class TriggerFiredResponse {
  @ApiProperty({ type: String, example: 'Trigger has been received.' })
  readonly message!: string;
  @ApiProperty({ example: 'custom_signup' }) readonly trigger_name!: string;
  @ApiProperty({ type: 'integer', example: 42 }) readonly subscriber_id!: number;
  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    example: [4],
    description: 'Published funnels with this trigger; their filters and re-entry rules are applied later',
  })
  readonly funnels!: readonly number[];
}

export class FunnelTriggeredResponse {
  @ApiProperty({ type: String, example: 'Subscriber has been added to the funnel.' }) readonly message!: string;
  @ApiProperty({ type: 'integer', example: 4 }) readonly funnel_id!: number;
  @ApiProperty({ type: 'integer', example: 42 }) readonly subscriber_id!: number;
  @ApiProperty({ enum: ['created', 'updated'] }) readonly contact_action!: 'created' | 'updated';
  @ApiProperty({ enum: ['added', 'already_active'] }) readonly status!: 'added' | 'already_active';
}
