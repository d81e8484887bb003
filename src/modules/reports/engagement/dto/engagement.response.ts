import { ApiProperty } from '@nestjs/swagger';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import { TopSubscriberResponse } from '../../top-subscribers/dto/top-subscribers.response.js';

class EngagementBandResponse {
  @ApiProperty({ type: 'integer', example: 21, description: 'Lowest score (inclusive)' }) readonly from!: number;
  @ApiProperty({ type: 'integer', example: 40, description: 'Highest score (inclusive)' }) readonly to!: number;
  @ApiProperty({ type: 'integer', example: 1200 }) readonly contacts!: number;
  @ApiProperty({ example: 7.8, description: 'Percentage of all contacts' }) readonly share!: number;
}

class ScorePointsResponse {
  @ApiProperty({ type: 'integer', example: 1, description: 'Points for an opened email' }) readonly opened!: number;
  @ApiProperty({ type: 'integer', example: 3, description: 'Points for a clicked email' }) readonly clicked!: number;
  @ApiProperty({ type: 'integer', example: 2, description: 'Points for a tracked event' }) readonly event!: number;
  @ApiProperty({ type: 'integer', example: 5, description: 'Points for a completed order' }) readonly order!: number;
}

class ScoreFormulaResponse {
  @ApiProperty() readonly points!: ScorePointsResponse;
  @ApiProperty({ type: 'integer', example: 30, description: 'Days after which points are worth half' })
  readonly half_life_days!: number;
  @ApiProperty({ example: 'round(100 * (1 - 2 ^ (-points / 10)))' })
  readonly score!: string;
}

export class EngagementScoresResponse {
  @ApiProperty({ type: [EngagementBandResponse] }) readonly distribution!: readonly EngagementBandResponse[];
  @ApiProperty({ example: 18.4, description: 'Mean score' }) readonly average!: number;
  @ApiProperty({ example: 7, description: 'Median score' }) readonly median!: number;
  @ApiProperty({ type: 'integer', example: 15420, description: 'All contacts of any status' })
  readonly total!: number;
  @ApiProperty({ type: [TopSubscriberResponse], description: 'The ten contacts with the highest scores' })
  readonly top!: readonly TopSubscriberResponse[];
  @ApiProperty() readonly formula!: ScoreFormulaResponse;
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Null if there are no orders' })
  readonly currency!: string | null;
  @ApiProperty() readonly meta!: ReportMetaResponse;
}
