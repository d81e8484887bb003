import { ApiProperty } from '@nestjs/swagger';

/** Each contact is in one figure only, checked in this order: excluded by rule, not subscribed, paused, suppressed. */
class LeftOutResponse {
  @ApiProperty({ type: 'integer', example: 2 }) readonly suppressed!: number;
  @ApiProperty({ type: 'integer', example: 14 }) readonly not_subscribed!: number;
  @ApiProperty({ type: 'integer', example: 3, description: 'Contacts who paused emails' })
  readonly paused!: number;
  @ApiProperty({ type: 'integer', example: 4 }) readonly excluded_by_rule!: number;
  @ApiProperty({
    type: 'integer',
    example: 31,
    description: 'Additional matches of contacts that match more than one row; these contacts are not excluded',
  })
  readonly duplicates!: number;
}

export class AudienceEstimateResponse {
  @ApiProperty({ type: 'integer', example: 980 }) readonly estimated_count!: number;
  @ApiProperty() readonly excluded!: LeftOutResponse;
}
