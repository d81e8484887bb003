import { Get, Query } from '@nestjs/common';
import { RecordId } from '../../../platform/http/resource.js';
import { RevenueReportDto, requestOf } from '../dto/report-query.dto.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { listReportsShape, oneLabelReportShape, tagReportsShape } from './dto/label-report.shapes.js';
import { LabelReportsService } from './label-reports.service.js';
import { invalid, unknownRecord } from '../../../platform/access/operation.js';

const NARROWED = invalid(
  'Invalid parameters. `lists[]` and `tags[]` are refused, because some figures cannot be filtered',
  { lists: 'cannot filter this report' },
);
const UNKNOWN = unknownRecord('The list or tag does not exist');
const ONE =
  'Returns growth by day, email results and revenue of current members, their statuses, and their engagement scores.';

@ReportController('reports/lists')
export class ListReportsController {
  constructor(private readonly reports: LabelReportsService) {}

  @Get()
  @AnswersReport(listReportsShape, {
    summary: 'List reports of lists',
    description: 'Returns the growth of each list, and the email results and revenue of its current members.',
    refuses: { 400: NARROWED },
  })
  async listListReports(@Query() query: RevenueReportDto) {
    const { labels, ...report } = await this.reports.all('list', requestOf(query));
    return { lists: labels, ...report };
  }

  @Get(':id')
  @AnswersReport(oneLabelReportShape, {
    summary: 'Get the report of a list',
    description: ONE,
    refuses: { 400: NARROWED, 404: UNKNOWN },
  })
  async getListReport(@RecordId('list') id: number, @Query() query: RevenueReportDto) {
    return this.reports.one('list', id, requestOf(query));
  }
}

@ReportController('reports/tags')
export class TagReportsController {
  constructor(private readonly reports: LabelReportsService) {}

  @Get()
  @AnswersReport(tagReportsShape, {
    summary: 'List reports of tags',
    description: 'Returns the growth of each tag, and the email results and revenue of its current members.',
    refuses: { 400: NARROWED },
  })
  async listTagReports(@Query() query: RevenueReportDto) {
    const { labels, ...report } = await this.reports.all('tag', requestOf(query));
    return { tags: labels, ...report };
  }

  @Get(':id')
  @AnswersReport(oneLabelReportShape, {
    summary: 'Get the report of a tag',
    description: ONE,
    refuses: { 400: NARROWED, 404: UNKNOWN },
  })
  async getTagReport(@RecordId('tag') id: number, @Query() query: RevenueReportDto) {
    return this.reports.one('tag', id, requestOf(query));
  }
}
