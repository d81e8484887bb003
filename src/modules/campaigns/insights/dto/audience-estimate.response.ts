import { ApiProperty } from '@nestjs/swagger';

/** Each contact is in one figure only, checked in this order: excluded by rule, not subscribed, paused, suppressed. */
class LeftOutResponse {
  @ApiProperty({ type: 'integer', example: 2, description: 'On the suppression list' }) readonly suppressed!: number;
  @ApiProperty({ type: 'integer', example: 14, description: 'Contacts with another status' })
  readonly not_subscribed!: number;
  @ApiProperty({ type: 'integer', example: 3, description: 'Contacts who paused emails' })
  readonly paused!: number;
  @ApiProperty({ type: 'integer', example: 4, description: 'Excluded by the settings of the campaign' })
  readonly excluded_by_rule!: number;
  @ApiProperty({
    type: 'integer',
    example: 31,
    description: 'Additional matches of contacts that match more than one row; these contacts are not excluded',
  })
  readonly duplicates!: number;
}

export class AudienceEstimateResponse {
  @ApiProperty({ type: 'integer', example: 980, description: 'Recipients if it were sent now' })
  readonly estimated_count!: number;
  @ApiProperty({ description: 'Contacts that match but receive nothing, by reason' })
  readonly excluded!: LeftOutResponse;
}
