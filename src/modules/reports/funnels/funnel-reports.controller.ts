import { Get, Query } from '@nestjs/common';
import { RecordId, Resource } from '../../../platform/http/resource.js';
import { PageUrl, pageOf, pageQuery } from '../../../platform/http/page.js';
import { UsesRateLimit } from '../../../platform/rate-limit/rate-limit.guard.js';
import { MachineRevenueDto, PeriodRevenueDto, requestOf, revenueQuery } from '../dto/report-query.dto.js';
import { INVALID_FLAG, INVALID_PERIOD, UNKNOWN_FUNNEL } from '../http/refusals.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import {
  funnelConversionShape,
  funnelReportShape,
  funnelReportsShape,
  liveFunnelShape,
} from './dto/funnel-reports.shapes.js';
import { FunnelReportsService } from './funnel-reports.service.js';
import { LiveFunnelsService } from './live-funnels.service.js';

class FunnelReportsDto extends revenueQuery(pageQuery(10)) {}

@ReportController('reports/funnels')
export class FunnelReportsController {
  constructor(
    private readonly reports: FunnelReportsService,
    private readonly liveFigures: LiveFunnelsService,
  ) {}

  @Get()
  @AnswersReport(funnelReportsShape, {
    summary: 'List funnel reports',
    description: 'Returns counters and email results of each funnel, newest first.',
    refuses: { 400: INVALID_FLAG },
  })
  async listFunnelReports(@Query() query: FunnelReportsDto, @PageUrl() url: string) {
    const reports = await this.reports.list(query.toPage(), requestOf(query));
    return { ...reports, funnels: pageOf(reports.funnels, url) };
  }

  @Get(':id')
  @AnswersReport(funnelReportShape, {
    summary: 'Get a funnel report',
    description: 'Returns entries, exits, email results, and revenue of the funnel.',
    refuses: { 400: INVALID_FLAG, 404: UNKNOWN_FUNNEL },
  })
  async getFunnelReport(@RecordId('funnel') id: number, @Query() query: MachineRevenueDto) {
    return this.reports.report(id, requestOf(query));
  }

  @Get(':id/conversion-stats')
  @AnswersReport(funnelConversionShape, {
    summary: 'Get the conversion report of a funnel',
    description:
      'Returns the funnel report with results by step. Dates apply only to emails and revenue; without dates, all time counts.',
    refuses: { 400: INVALID_PERIOD, 404: UNKNOWN_FUNNEL },
  })
  async getFunnelConversionReport(@RecordId('funnel') id: number, @Query() query: PeriodRevenueDto) {
    return this.reports.conversion(id, requestOf(query));
  }

  @Get(':id/live')
  @UsesRateLimit('live')
  @AnswersReport(liveFunnelShape, {
    summary: 'Get live figures of a funnel',
    description: 'Returns how many contacts are in the funnel and in each step now. Figures are at most 2 seconds old.',
    refuses: { 404: UNKNOWN_FUNNEL },
  })
  async getLiveFunnelReport(@RecordId('funnel') id: number) {
    return this.liveFigures.live(id);
  }
}

/** The same reports under the path of the funnel, for managers who may see funnels but not reports. */
@Resource('funnels/:id', 'Funnels')
export class FunnelFiguresController {
  constructor(private readonly reports: FunnelReportsService) {}

  @Get('report')
  @AnswersReport(funnelReportShape, {
    permission: { anyOf: ['view_contacts', 'manage_campaigns'] },
    summary: 'Get the figures of a funnel',
    description: 'Returns the same figures as `GET /reports/funnels/{id}`, for managers who may see funnels.',
    refuses: { 400: INVALID_FLAG, 404: UNKNOWN_FUNNEL },
  })
  async getFunnelFigures(@RecordId('funnel') id: number, @Query() query: MachineRevenueDto) {
    return this.reports.report(id, requestOf(query));
  }

  @Get('conversion-rates')
  @AnswersReport(funnelConversionShape, {
    permission: { anyOf: ['view_contacts', 'manage_campaigns'] },
    summary: 'Get the conversion rates of a funnel',
    description:
      'Returns the same figures as `GET /reports/funnels/{id}/conversion-stats`, for managers who may see funnels. Dates apply only to emails and revenue.',
    refuses: { 400: INVALID_PERIOD, 404: UNKNOWN_FUNNEL },
  })
  async getFunnelConversionRates(@RecordId('funnel') id: number, @Query() query: PeriodRevenueDto) {
    return this.reports.conversion(id, requestOf(query));
  }
}
