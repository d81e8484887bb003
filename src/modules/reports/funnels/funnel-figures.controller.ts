import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { AnswersReport } from '../freshness/report-answer.js';
import { FunnelConversionDto, FunnelReportDto } from './dto/funnel-reports.dto.js';
import { FunnelConversionResponse, FunnelReportResponse } from './dto/funnel-reports.response.js';
import { FAULTY_PERIOD, FAULTY_QUERY, UNKNOWN_FUNNEL } from './dto/refusals.js';
import { FunnelReportsService } from './funnel-reports.service.js';

const funnelId = new IdPipe('funnel');

/** The same figures as part of the funnel itself, for those who may see funnels and not reports. */
@ApiTags('Funnels')
@Controller('funnels/:id')
export class FunnelFiguresController {
  constructor(private readonly reports: FunnelReportsService) {}

  @Get('report')
  @AnswersReport(FunnelReportResponse)
  @RequirePermission(
    { anyOf: ['view_contacts', 'manage_campaigns'] },
    {
      summary: 'Get the figures of a funnel',
      description: 'Who entered and left it, and what became of its mails: its report, for those who may see funnels.',
    },
  )
  @PathId('funnel')
  @Refuses({ 400: FAULTY_QUERY, 404: UNKNOWN_FUNNEL })
  async getFunnelFigures(
    @Param('id', funnelId) id: number,
    @Query() query: FunnelReportDto,
  ): Promise<FunnelReportResponse> {
    return new FunnelReportResponse(await this.reports.report(id, query.includesMachine(), query.currency));
  }

  @Get('conversion-rates')
  @AnswersReport(FunnelConversionResponse)
  @RequirePermission(
    { anyOf: ['view_contacts', 'manage_campaigns'] },
    {
      summary: 'Get the conversion rates of a funnel',
      description:
        'Its figures, and how each step went. Days narrow down the mails and what they brought, and nothing else.',
    },
  )
  @PathId('funnel')
  @Refuses({ 400: FAULTY_PERIOD, 404: UNKNOWN_FUNNEL })
  async getFunnelConversionRates(
    @Param('id', funnelId) id: number,
    @Query() query: FunnelConversionDto,
  ): Promise<FunnelConversionResponse> {
    return new FunnelConversionResponse(await this.reports.conversion(id, query.toQuestion()));
  }
}
