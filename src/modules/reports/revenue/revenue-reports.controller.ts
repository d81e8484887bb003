import { Get, Query } from '@nestjs/common';
import { PageUrl, pageOf } from '../../../platform/http/page.js';
import { RevenueReportDto, numberedReport, requestOf, RevenueEverDto } from '../dto/report-query.dto.js';
import { INVALID_REQUEST } from '../http/refusals.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { revenueOfCampaignsShape, revenueOfContactsShape, revenueShape } from './dto/revenue.shapes.js';
import { RevenueReportsService } from './revenue-reports.service.js';

class RevenueRankingDto extends numberedReport(RevenueEverDto, 'Rows') {}

@ReportController('reports/revenue')
export class RevenueReportsController {
  constructor(private readonly reports: RevenueReportsService) {}

  @Get()
  @AnswersReport(revenueShape, {
    summary: 'Get the revenue report',
    description:
      'Returns revenue by day and its attribution to campaigns and funnels, in one currency. `other_currencies` has the totals of orders in other currencies.',
  })
  async getRevenueReport(@Query() query: RevenueReportDto) {
    return this.reports.revenue(requestOf(query));
  }

  @Get('campaigns')
  @AnswersReport(revenueOfCampaignsShape, {
    summary: 'Rank campaigns by revenue',
    description:
      'Returns the campaigns with revenue, highest first. Without dates, all time counts. `lists` and `tags` are refused.',
    refuses: { 400: INVALID_REQUEST },
  })
  async getRevenueByCampaign(@Query() query: RevenueRankingDto, @PageUrl() url: string) {
    const ranking = await this.reports.campaigns(requestOf(query), query.toPage());
    return { ...ranking, campaigns: pageOf(ranking.campaigns, url) };
  }

  @Get('contacts')
  @AnswersReport(revenueOfContactsShape, {
    summary: 'Rank contacts by revenue',
    description: 'Returns the contacts with revenue, highest first. Without dates, all time counts.',
  })
  async getRevenueByContact(@Query() query: RevenueRankingDto, @PageUrl() url: string) {
    const ranking = await this.reports.contacts(requestOf(query), query.toPage());
    return { ...ranking, contacts: pageOf(ranking.contacts, url) };
  }
}
