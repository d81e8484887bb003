import { Get, Query } from '@nestjs/common';
import { invalidParameter, SCOPE_REFUSED, UNKNOWN_SCOPE_LABEL } from '../http/refusals.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { SEGMENTATION_LIMIT, SegmentationDto } from './dto/segmentation.dto.js';
import { segmentationShape } from './dto/segmentation.shapes.js';
import { SegmentationReportsService } from './segmentation-reports.service.js';

const DIMENSION_RULE = 'must be one of: list, tag, segment, country, contact_type, domain, engagement';

@ReportController('reports/segmentation-analysis')
export class SegmentationReportsController {
  constructor(private readonly reports: SegmentationReportsService) {}

  @Get()
  @AnswersReport(segmentationShape, {
    summary: 'Analyze groups of contacts',
    description:
      'Groups contacts by one dimension and returns the size, email rates, and revenue of each group, and how many contacts each two groups share.',
    refuses: { 400: invalidParameter('dimension', DIMENSION_RULE, SCOPE_REFUSED), 404: UNKNOWN_SCOPE_LABEL },
  })
  async getSegmentationAnalysis(@Query() query: SegmentationDto) {
    const { dimension = 'list', limit = SEGMENTATION_LIMIT } = query;
    return this.reports.analysis(query.toRequest(), dimension, limit);
  }
}
