import { ApiProperty } from '@nestjs/swagger';
import { SequenceResponse } from '../../dto/sequence.response.js';

export class SequenceStatsResponse {
  @ApiProperty({ type: 'integer', example: 1200, description: 'Enrollments that reached it' })
  readonly entered!: number;
  @ApiProperty({ type: 'integer', example: 1100, description: 'Enrollments that ran it' }) readonly completed!: number;
  @ApiProperty({ type: 'integer', example: 1000, description: 'Emails sent' }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 421, description: 'Emails opened at least once' }) readonly opened!: number;
  @ApiProperty({ type: 'integer', example: 87, description: 'Emails clicked at least once' }) readonly clicked!: number;
}

export class SequenceInsightResponse {
  @ApiProperty() readonly sequence!: SequenceResponse;
  @ApiProperty({ description: 'Results in all versions' }) readonly stats!: SequenceStatsResponse;
}
