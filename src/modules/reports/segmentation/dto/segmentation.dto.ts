import { OneOf, WholeNumber } from '../../../../platform/http/dto-fields.js';
import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import { reportQuery } from '../../dto/report-query.dto.js';
import { type Dimension, DIMENSIONS } from './segmentation.shapes.js';

export const SEGMENTATION_LIMIT = 20;

export class SegmentationDto extends reportQuery('30_days') {
  @OneOf(DIMENSIONS, { default: 'list', description: 'The dimension to group contacts by' })
  dimension?: Dimension;

  @WholeNumber({
    min: 1,
    max: 100,
    default: SEGMENTATION_LIMIT,
    description:
      'Maximum number of groups, largest first. For `segment`, at most the 20 oldest segments; `engagement` always has six groups',
  })
  limit?: number;

  @ReportCurrencyCode() declare currency?: string;
}
