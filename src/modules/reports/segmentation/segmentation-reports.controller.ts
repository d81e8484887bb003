import { Get, Query } from '@nestjs/common';
import { SCOPE_REFUSED, UNKNOWN_SCOPE_LABEL } from '../http/refusals.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { SEGMENTATION_LIMIT, SegmentationDto } from './dto/segmentation.dto.js';
import { DIMENSIONS, segmentationShape } from './dto/segmentation.shapes.js';
import { SegmentationReportsService } from './segmentation-reports.service.js';
import { oneOfRule } from '../../../platform/text/closest-name.js';
import { invalid } from '../../../platform/access/operation.js';

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
    const { dimension = 'list', limit = SEGMENTATION_LIMIT } = query;
    return this.reports.analysis(query.toRequest(), dimension, limit);
  }
}
