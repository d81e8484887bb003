import { ApiProperty } from '@nestjs/swagger';
import { sequenceOf } from '../../definition/sequence-tree.js';
import { SequenceResponse } from '../../dto/sequence.response.js';
import type { SequenceInsight } from '../sequence-insights.service.js';

class SequenceStatsResponse {
  @ApiProperty({ type: 'integer', example: 1200, description: 'How many have come to it' }) readonly entered!: number;
  @ApiProperty({ type: 'integer', example: 1100, description: 'For how many it was done' }) readonly completed!: number;
  @ApiProperty({ type: 'integer', example: 1000, description: 'Of its mails' }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 421, description: 'Mails opened at least once' }) readonly opened!: number;
  @ApiProperty({ type: 'integer', example: 87, description: 'Mails clicked at least once' }) readonly clicked!: number;
}

export class SequenceInsightResponse {
  @ApiProperty() readonly sequence: SequenceResponse;
  @ApiProperty() readonly stats: SequenceStatsResponse;

  constructor(funnelId: number, { definition, step, stats }: SequenceInsight) {
    this.sequence = sequenceOf(definition, funnelId, step);
    this.stats = stats;
  }
}
