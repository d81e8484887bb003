import { ApiProperty } from '@nestjs/swagger';
import type { Measured } from '../freshness/report-cache.service.js';
import type { Period } from '../periods/report-period.js';
import { ReportMetaResponse } from './report-meta.response.js';

class ComparedDaysResponse {
  @ApiProperty({ example: '2026-05-02' }) readonly from!: string;
  @ApiProperty({ example: '2026-05-31' }) readonly to!: string;
}

/** The same of a report that compares its days with others. */
export class ComparedMetaResponse extends ReportMetaResponse {
  @ApiProperty({ type: ComparedDaysResponse, nullable: true, description: 'Null when nothing is compared' })
  readonly compared_with: Period | null;

  constructor(period: Period, comparedWith: Period | null, timezone: string, measured: Measured<unknown>) {
    super(period, timezone, measured);
    this.compared_with = comparedWith;
  }
}
