import { ApiProperty } from '@nestjs/swagger';
import { SequenceResponse } from './sequence.response.js';

export class SequencesResponse {
  @ApiProperty({ type: () => [SequenceResponse] }) readonly sequences!: readonly SequenceResponse[];
}

export class VersionResponse {
  @ApiProperty({ type: 'integer', example: 2 }) readonly version!: number;
  @ApiProperty({ example: '2026-01-31T09:30:00.000Z' }) readonly created_at!: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'The id of the manager who saved it' })
  readonly created_by!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'The version that it was copied from' })
  readonly restored_from!: number | null;
  @ApiProperty({ type: 'integer', example: 5, description: 'Steps in all branches' }) readonly steps_count!: number;
  @ApiProperty({ type: 'integer', example: 120, description: 'Active enrollments in this version' })
  readonly active_count!: number;
}

class VersionWithStepsResponse extends VersionResponse {
  @ApiProperty({ type: () => [SequenceResponse] }) readonly sequences!: readonly SequenceResponse[];
}

export class VersionsResponse {
  @ApiProperty({ type: () => [VersionResponse], description: 'Newest first' })
  readonly versions!: readonly VersionResponse[];
}

export class OneVersionResponse {
  @ApiProperty({ type: () => VersionWithStepsResponse }) readonly version!: VersionWithStepsResponse;
}
