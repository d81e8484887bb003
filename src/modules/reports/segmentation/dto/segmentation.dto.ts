import { OneOf, WholeNumber } from '../../../../platform/http/dto-fields.js';
import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import { reportQuery } from '../../dto/report-query.dto.js';
import { type Dimension, DIMENSIONS } from '../dimensions.js';
import type { SegmentationQuestion } from '../segmentation-reports.service.js';

const LIMIT = 20;

export class SegmentationDto extends reportQuery('30_days') {
  @OneOf(DIMENSIONS, { default: 'list', description: 'By what contacts are told apart' })
  dimension?: Dimension;

  @WholeNumber({
    min: 1,
    max: 100,
    default: LIMIT,
    description:
      'How many groups, the largest ones. Segments are at most 20, those made first; `engagement` has always six',
  })
  limit?: number;

  @ReportCurrencyCode() currency?: string;

  toQuestion(): SegmentationQuestion {
    const { period, members, includeMachine } = this.toReportQuestion();
    return {
      ...{ period, members, includeMachine },
      dimension: this.dimension ?? 'list',
      limit: this.limit ?? LIMIT,
      currency: this.currency,
    };
  }
}
