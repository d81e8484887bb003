import { ApiProperty } from '@nestjs/swagger';

export class TriggerFiredResponse {
  @ApiProperty({ type: String, example: 'Trigger has been received.' })
  readonly message!: string;
  @ApiProperty({ example: 'custom_signup', description: 'The fired trigger' }) readonly trigger_name!: string;
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
  @ApiProperty({ enum: ['created', 'updated'], description: 'Whether the contact is new' }) readonly contact_action!:
    | 'created'
    | 'updated';
  @ApiProperty({ enum: ['added', 'already_active'], description: '`already_active`: the enrollment is unchanged' })
  readonly status!: 'added' | 'already_active';
}
