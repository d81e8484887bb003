import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { PathId } from '../../../platform/http/path-id.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { AnswersReport } from '../freshness/report-answer.js';
import { FunnelConversionDto, FunnelReportDto, FunnelReportsDto } from './dto/funnel-reports.dto.js';
import {
  FunnelConversionResponse,
  FunnelReportResponse,
  FunnelReportsResponse,
  LiveFunnelResponse,
} from './dto/funnel-reports.response.js';
import { FAULTY_PERIOD, FAULTY_QUERY, UNKNOWN_FUNNEL } from './dto/refusals.js';
import { FunnelReportsService } from './funnel-reports.service.js';

const funnelId = new IdPipe('funnel');

@ApiTags('Reports')
@LimitedAs('reports')
@Controller('reports/funnels')
export class FunnelReportsController {
  constructor(private readonly reports: FunnelReportsService) {}

  @Get()
  @AnswersReport(FunnelReportsResponse)
  @RequirePermission('view_reports', {
    summary: 'List the reports of funnels',
    description: 'How each is doing, the newest first.',
  })
  @Refuses({ 400: FAULTY_QUERY })
  async listFunnelReports(@Query() query: FunnelReportsDto, @RequestUrl() url: URL): Promise<FunnelReportsResponse> {
    return new FunnelReportsResponse(
      await this.reports.list(query.toPage(), query.includesMachine(), query.currency),
      url,
    );
  }

  @Get(':id')
  @AnswersReport(FunnelReportResponse)
  @RequirePermission('view_reports', {
    summary: 'Get the report of a funnel',
    description: 'Who entered and left it, and what became of its mails.',
  })
  @PathId('funnel')
  @Refuses({ 400: FAULTY_QUERY, 404: UNKNOWN_FUNNEL })
  async getFunnelReport(
    @Param('id', funnelId) id: number,
    @Query() query: FunnelReportDto,
  ): Promise<FunnelReportResponse> {
    return new FunnelReportResponse(await this.reports.report(id, query.includesMachine(), query.currency));
  }

  @Get(':id/conversion-stats')
  @AnswersReport(FunnelConversionResponse)
  @RequirePermission('view_reports', {
    summary: 'Get the conversion of a funnel',
    description:
      'Its report, and how each step went. Days narrow down the mails and what they brought, and nothing else. Without any, all days count.',
  })
  @PathId('funnel')
  @Refuses({ 400: FAULTY_PERIOD, 404: UNKNOWN_FUNNEL })
  async getFunnelConversionReport(
    @Param('id', funnelId) id: number,
    @Query() query: FunnelConversionDto,
  ): Promise<FunnelConversionResponse> {
    return new FunnelConversionResponse(await this.reports.conversion(id, query.toQuestion()));
  }

  @Get(':id/live')
  @LimitedAs('live')
  @AnswersReport(LiveFunnelResponse)
  @RequirePermission('view_reports', {
    summary: 'Watch a funnel',
    description: 'Who is in it at this moment, and where. At most 2 seconds old.',
  })
  @PathId('funnel')
  @Refuses({ 404: UNKNOWN_FUNNEL })
  async getLiveFunnelReport(@Param('id', funnelId) id: number): Promise<LiveFunnelResponse> {
    return new LiveFunnelResponse(await this.reports.live(id));
  }
}
