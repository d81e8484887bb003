import { ApiProperty } from '@nestjs/swagger';

const nullableText = { type: String, nullable: true } as const;

/** Scope and freshness of the figures. */
export class ReportMetaResponse {
  @ApiProperty({ ...nullableText, example: '2026-06-01', description: 'First local day; null for all time' })
  readonly from!: string | null;
  @ApiProperty({ ...nullableText, example: '2026-06-30', description: 'Last local day (inclusive); null for all time' })
  readonly to!: string | null;
  @ApiProperty({ example: 'Europe/Berlin', description: 'Time zone of the days' }) readonly timezone!: string;
  @ApiProperty({ example: '2026-06-30T12:00:00.000Z', description: 'When the figures were computed' })
  readonly generated_at!: string;
  @ApiProperty({ description: 'Whether the figures were cached' }) readonly cached!: boolean;
  @ApiProperty({ example: '2026-06-30T12:00:00.000Z', description: 'Changes committed by this time are counted' })
  readonly as_of!: string;
}

class ComparedDaysResponse {
  @ApiProperty({ example: '2026-05-02', description: 'First local day' }) readonly from!: string;
  @ApiProperty({ example: '2026-05-31', description: 'Last local day (inclusive)' }) readonly to!: string;
}

/** Meta of a report with a comparison period. */
export class ComparedMetaResponse extends ReportMetaResponse {
  @ApiProperty({ type: ComparedDaysResponse, nullable: true, description: 'Null with `compare_with=none`' })
  readonly compared_with!: ComparedDaysResponse | null;
}
