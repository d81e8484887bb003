import { Get, Query } from '@nestjs/common';
import { OneOf, WholeNumber } from '../../../platform/http/dto-fields.js';
import { ReportCurrencyCode, reportQuery, requestOf } from '../dto/report-query.dto.js';
import { SCOPE_REFUSED, UNKNOWN_SCOPE_LABEL } from '../http/refusals.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { type Dimension, DIMENSIONS, segmentationShape } from './dto/segmentation.shapes.js';
import { SegmentationReportsService } from './segmentation-reports.service.js';
import { oneOfRule } from '../../../platform/text/closest-name.js';
import { invalid } from '../../../platform/access/operation.js';

const LIMIT = 20;

class SegmentationDto extends reportQuery('30_days') {
  @OneOf(DIMENSIONS, { default: 'list', description: 'The dimension to group contacts by' })
  dimension?: Dimension;

  @WholeNumber({
    min: 1,
    max: 100,
    default: LIMIT,
    description:
      'Maximum number of groups, largest first. For `segment`, at most the 20 oldest segments; `engagement` always has six groups',
  })
  limit?: number;

  @ReportCurrencyCode() currency?: string;
}

@ReportController('reports/segmentation-analysis')
export class SegmentationReportsController {
  constructor(private readonly reports: SegmentationReportsService) {}

  @Get()
  @AnswersReport(segmentationShape, {
    summary: 'Analyze groups of contacts',
    description:
      'Groups contacts by one dimension and returns the size, email rates, and revenue of each group, and how many contacts each two groups share.',
    refuses: { 400: invalid(SCOPE_REFUSED, { dimension: oneOfRule(DIMENSIONS) }), 404: UNKNOWN_SCOPE_LABEL },
  })
  async getSegmentationAnalysis(@Query() query: SegmentationDto) {
    return this.reports.analysis(requestOf(query), query.dimension ?? 'list', query.limit ?? LIMIT);
  }
}
