import { ApiProperty } from '@nestjs/swagger';
import type { Measured } from '../freshness/report-cache.service.js';

interface Days {
  readonly from: string | null;
  readonly to: string | null;
}

/** What figures stand for and how fresh they are. */
export class ReportMetaResponse {
  @ApiProperty({ type: String, nullable: true, example: '2026-06-01', description: 'First local day, included' })
  readonly from: string | null;
  @ApiProperty({ type: String, nullable: true, example: '2026-06-30', description: 'Last local day, included' })
  readonly to: string | null;
  @ApiProperty({ example: 'Europe/Berlin', description: 'Whose days these are' }) readonly timezone: string;
  @ApiProperty({ example: '2026-06-30T12:00:00.000Z' }) readonly generated_at: string;
  @ApiProperty({ description: 'Whether the figures come from the cache' }) readonly cached: boolean;
  @ApiProperty({ example: '2026-06-30T12:00:00.000Z', description: 'What was committed by then is counted' })
  readonly as_of: string;

  constructor(days: Days, timezone: string, measured: Measured<unknown>) {
    this.from = days.from;
    this.to = days.to;
    this.timezone = timezone;
    this.generated_at = measured.generatedAt;
    this.cached = measured.cached;
    this.as_of = measured.asOf;
  }
}
