import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { AnswersReport } from '../freshness/report-answer.js';
import { SegmentationDto } from './dto/segmentation.dto.js';
import { SegmentationResponse } from './dto/segmentation.response.js';
import { SegmentationReportsService } from './segmentation-reports.service.js';

@ApiTags('Reports')
@LimitedAs('reports')
@Controller('reports/segmentation-analysis')
export class SegmentationReportsController {
  constructor(private readonly reports: SegmentationReportsService) {}

  @Get()
  @AnswersReport(SegmentationResponse)
  @RequirePermission('view_reports', {
    summary: 'Analyse groups of contacts',
    description: 'Into which groups contacts fall, how each does, and whom they share.',
  })
  @Refuses({
    400: {
      message: 'Invalid parameter: dimension',
      description: 'Parameters are at fault; days that end before they start have the code `invalid_date_range`',
      data: { params: { dimension: 'must be one of: list, tag, segment, country, contact_type, domain, engagement' } },
    },
    404: { message: 'Invalid post ID.', description: 'A list or tag to narrow down to does not exist' },
  })
  async getSegmentationAnalysis(@Query() query: SegmentationDto): Promise<SegmentationResponse> {
    return new SegmentationResponse(await this.reports.analysis(query.toQuestion()));
  }
}
