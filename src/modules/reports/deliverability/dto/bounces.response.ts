import { ApiProperty } from '@nestjs/swagger';
import { DeliverabilityResponse, NULL_OF_AUDIENCE, RecentOutcomeResponse } from './deliverability.response.js';

class BounceTotalsResponse {
  @ApiProperty({ type: 'integer', example: 10000 }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 150 }) readonly bounced!: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 120, description: NULL_OF_AUDIENCE })
  readonly hard!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 30, description: NULL_OF_AUDIENCE })
  readonly soft!: number | null;
}

class BounceRatesResponse {
  @ApiProperty({ example: 1.5, description: 'Percentage of sent' }) readonly bounce_rate!: number;
}

class PreviousBouncesResponse {
  @ApiProperty() readonly totals!: BounceTotalsResponse;
  @ApiProperty() readonly rates!: BounceRatesResponse;
}

class BounceReasonResponse {
  @ApiProperty({ enum: ['hard', 'soft'] }) readonly type!: 'hard' | 'soft';
  @ApiProperty({ type: String, nullable: true, example: '5.1.1', description: 'Bounce code; null if none given' })
  readonly reason!: string | null;
  @ApiProperty({ type: 'integer', example: 90 }) readonly total!: number;
  @ApiProperty({ example: 60, description: 'Percentage of all bounces' }) readonly share!: number;
}

class BounceDayResponse {
  @ApiProperty({ example: '2026-06-01', description: 'Local day' }) readonly date!: string;
  @ApiProperty({ type: 'integer', example: 400 }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 6 }) readonly bounced!: number;
  @ApiProperty({ example: 1.5, description: 'Percentage of sent' }) readonly bounce_rate!: number;
}

class RecentBounceResponse extends RecentOutcomeResponse {
  @ApiProperty({ enum: ['hard', 'soft'] }) readonly type!: 'hard' | 'soft';
  @ApiProperty({ type: String, nullable: true, example: '5.1.1' }) readonly code!: string | null;
}

export class BouncesResponse extends DeliverabilityResponse {
  @ApiProperty() readonly totals!: BounceTotalsResponse;
  @ApiProperty() readonly rates!: BounceRatesResponse;
  @ApiProperty({ type: PreviousBouncesResponse, nullable: true, description: 'Null with `compare_with=none`' })
  readonly previous!: PreviousBouncesResponse | null;
  @ApiProperty({
    type: [BounceReasonResponse],
    nullable: true,
    description: `The 20 most frequent reasons. ${NULL_OF_AUDIENCE}`,
  })
  readonly by_reason!: readonly BounceReasonResponse[] | null;
  @ApiProperty({ type: [BounceDayResponse], description: 'Every day of the period' })
  readonly timeline!: readonly BounceDayResponse[];
  @ApiProperty({
    type: [RecentBounceResponse],
    nullable: true,
    description: `The latest 20, newest first. ${NULL_OF_AUDIENCE}`,
  })
  readonly recent!: readonly RecentBounceResponse[] | null;
}
