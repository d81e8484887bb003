import { ApiProperty } from '@nestjs/swagger';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import { TopSubscriberResponse } from '../../top-subscribers/dto/top-subscribers.response.js';
import type { EngagementScores } from '../engagement-reports.service.js';

class EngagementBandResponse {
  @ApiProperty({ type: 'integer', example: 21, description: 'Lowest score, included' }) readonly from!: number;
  @ApiProperty({ type: 'integer', example: 40, description: 'Highest score, included' }) readonly to!: number;
  @ApiProperty({ type: 'integer', example: 1200 }) readonly contacts!: number;
  @ApiProperty({ example: 7.8, description: 'Percent of all contacts' }) readonly share!: number;
}

class ScorePointsResponse {
  @ApiProperty({ type: 'integer', example: 1, description: 'For a mail opened' }) readonly opened!: number;
  @ApiProperty({ type: 'integer', example: 3, description: 'For a mail clicked in' }) readonly clicked!: number;
  @ApiProperty({ type: 'integer', example: 2, description: 'For an event that was tracked' }) readonly event!: number;
  @ApiProperty({ type: 'integer', example: 5, description: 'For a completed order' }) readonly order!: number;
}

class ScoreFormulaResponse {
  @ApiProperty() readonly points!: ScorePointsResponse;
  @ApiProperty({ type: 'integer', example: 30, description: 'After so many days points weigh half' })
  readonly half_life_days!: number;
  @ApiProperty({ example: 'round(100 * (1 - 2 ^ (-points / 10)))' }) readonly score!: string;
}

export class EngagementScoresResponse {
  @ApiProperty({ type: [EngagementBandResponse] }) readonly distribution: readonly EngagementBandResponse[];
  @ApiProperty({ example: 18.4 }) readonly average: number;
  @ApiProperty({ example: 7 }) readonly median: number;
  @ApiProperty({ type: 'integer', example: 15420, description: 'All contacts, whatever their status' })
  readonly total: number;
  @ApiProperty({ type: [TopSubscriberResponse], description: 'The ten highest' })
  readonly top: readonly TopSubscriberResponse[];
  @ApiProperty() readonly formula: ScoreFormulaResponse;
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Null when nothing was ever ordered' })
  readonly currency: string | null;
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor(scores: EngagementScores) {
    const { points, halfLifeDays, score } = scores.formula;
    this.distribution = scores.bands;
    this.average = scores.average;
    this.median = scores.median;
    this.total = scores.total;
    this.top = scores.top.map((subscriber) => new TopSubscriberResponse(subscriber));
    this.formula = {
      points: {
        opened: points.opened,
        clicked: points.clicked,
        event: points.tracked_events,
        order: points.orders,
      },
      half_life_days: halfLifeDays,
      score,
    };
    this.currency = scores.currency;
    this.meta = new ReportMetaResponse(scores.period ?? { from: null, to: null }, scores.timeZone, scores.measured);
  }
}
