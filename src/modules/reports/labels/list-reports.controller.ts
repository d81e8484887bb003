import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { AnswersReport } from '../freshness/report-answer.js';
import { LabelReportDto } from './dto/label-report.dto.js';
import { OneLabelReportResponse, ListReportsResponse } from './dto/label-report.response.js';
import { FAULTY_QUESTION, UNKNOWN_LABEL } from './dto/refusals.js';
import { LabelReportsService } from './label-reports.service.js';

@ApiTags('Reports')
@LimitedAs('reports')
@Controller('reports/lists')
export class ListReportsController {
  constructor(private readonly reports: LabelReportsService) {}

  @Get()
  @AnswersReport(ListReportsResponse)
  @RequirePermission('view_reports', {
    summary: 'List the reports of lists',
    description: 'How each list grew, and what its members did and brought.',
  })
  @Refuses({ 400: FAULTY_QUESTION })
  async listListReports(@Query() query: LabelReportDto): Promise<ListReportsResponse> {
    return new ListReportsResponse(await this.reports.all('list', query.toQuestion()));
  }

  @Get(':id')
  @AnswersReport(OneLabelReportResponse)
  @RequirePermission('view_reports', {
    summary: 'Get the report of a list',
    description: 'How it grew by day, what its members did and brought, and how engaged they are.',
  })
  @PathId('list')
  @Refuses({ 400: FAULTY_QUESTION, 404: UNKNOWN_LABEL })
  async getListReport(
    @Param('id', new IdPipe()) id: number,
    @Query() query: LabelReportDto,
  ): Promise<OneLabelReportResponse> {
    return new OneLabelReportResponse(await this.reports.one('list', id, query.toQuestion()));
  }
}
