import { ApiProperty } from '@nestjs/swagger';
import type { VersionSummary } from '../versions/funnel-versions.queries.js';
import { SequenceResponse } from './sequence.response.js';

export class SequencesResponse {
  @ApiProperty({ type: () => [SequenceResponse] }) readonly sequences: readonly SequenceResponse[];

  constructor(sequences: readonly SequenceResponse[]) {
    this.sequences = sequences;
  }
}

export class VersionResponse {
  @ApiProperty({ type: 'integer', example: 2 }) readonly version: number;
  @ApiProperty({ example: '2026-01-31T09:30:00.000Z' }) readonly created_at: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'The id of the manager who saved it' })
  readonly created_by: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'The version whose steps it repeats' })
  readonly restored_from: number | null;
  @ApiProperty({ type: 'integer', example: 5 }) readonly steps_count: number;
  @ApiProperty({ type: 'integer', example: 120, description: 'Who is on the way through it at present' })
  readonly active_count: number;

  constructor(summary: VersionSummary) {
    this.version = summary.version;
    this.created_at = summary.createdAt.toISOString();
    this.created_by = summary.createdBy;
    this.restored_from = summary.restoredFrom;
    this.steps_count = summary.stepsCount;
    this.active_count = summary.activeCount;
  }
}

export class VersionWithStepsResponse extends VersionResponse {
  @ApiProperty({ type: () => [SequenceResponse] }) readonly sequences: readonly SequenceResponse[];

  constructor(summary: VersionSummary, sequences: readonly SequenceResponse[]) {
    super(summary);
    this.sequences = sequences;
  }
}

export class VersionsResponse {
  @ApiProperty({ type: () => [VersionResponse], description: 'The newest first' })
  readonly versions: readonly VersionResponse[];

  constructor(summaries: readonly VersionSummary[]) {
    this.versions = summaries.map((summary) => new VersionResponse(summary));
  }
}

export class OneVersionResponse {
  @ApiProperty({ type: () => VersionWithStepsResponse }) readonly version: VersionWithStepsResponse;

  constructor(summary: VersionSummary, sequences: readonly SequenceResponse[]) {
    this.version = new VersionWithStepsResponse(summary, sequences);
  }
}
