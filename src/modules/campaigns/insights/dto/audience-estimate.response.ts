import { ApiProperty } from '@nestjs/swagger';
import type { AudienceEstimate } from '../../audience/audience.queries.js';

/** Each contact is in one figure only, in the order of being asked: by rule, not subscribed, paused, suppressed. */
class LeftOutResponse {
  @ApiProperty({ type: 'integer', example: 2 }) readonly suppressed!: number;
  @ApiProperty({ type: 'integer', example: 14 }) readonly not_subscribed!: number;
  @ApiProperty({ type: 'integer', example: 3, description: 'Want no mails for the time being' })
  readonly paused!: number;
  @ApiProperty({ type: 'integer', example: 4 }) readonly excluded_by_rule!: number;
  @ApiProperty({
    type: 'integer',
    example: 31,
    description: 'How often a contact is meant by more than one row, beyond the first; nobody is left out for that',
  })
  readonly duplicates!: number;
}

export class AudienceEstimateResponse implements AudienceEstimate {
  @ApiProperty({ type: 'integer', example: 980 }) readonly estimated_count!: number;
  @ApiProperty() readonly excluded!: LeftOutResponse;
}
