import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { FAULTY_QUESTION, UNKNOWN_LABEL } from '../dto/refusals.js';
import { AnswersReport } from '../freshness/report-answer.js';
import { RevenueDto, RevenueRankingDto } from './dto/revenue.dto.js';
import { RevenueOfCampaignsResponse, RevenueOfContactsResponse, RevenueResponse } from './dto/revenue.response.js';
import { RevenueReportsService } from './revenue-reports.service.js';

@ApiTags('Reports')
@LimitedAs('reports')
@Controller('reports/revenue')
export class RevenueReportsController {
  constructor(private readonly reports: RevenueReportsService) {}

  @Get()
  @AnswersReport(RevenueResponse)
  @RequirePermission('view_reports', {
    summary: 'Get the revenue report',
    description:
      'What orders brought, by day, and what it is put down to. In one currency; what orders in others brought stands under `other_currencies`.',
  })
  @Refuses({ 400: FAULTY_QUESTION, 404: UNKNOWN_LABEL })
  async getRevenueReport(@Query() query: RevenueDto): Promise<RevenueResponse> {
    return new RevenueResponse(await this.reports.revenue(query.toRevenueQuestion()));
  }

  @Get('campaigns')
  @AnswersReport(RevenueOfCampaignsResponse)
  @RequirePermission('view_reports', {
    summary: 'Rank campaigns by revenue',
    description: 'The highest first. Without days all of them count. Cannot be narrowed down to lists or tags.',
  })
  @Refuses({ 400: FAULTY_QUESTION })
  async getRevenueByCampaign(
    @Query() query: RevenueRankingDto,
    @RequestUrl() url: URL,
  ): Promise<RevenueOfCampaignsResponse> {
    const ranking = await this.reports.campaigns(query.toRevenueQuestion(), query.toPage());
    return new RevenueOfCampaignsResponse(ranking, url);
  }

  @Get('contacts')
  @AnswersReport(RevenueOfContactsResponse)
  @RequirePermission('view_reports', {
    summary: 'Rank contacts by revenue',
    description: 'The highest first. Without days all of them count.',
  })
  @Refuses({ 400: FAULTY_QUESTION, 404: UNKNOWN_LABEL })
  async getRevenueByContact(
    @Query() query: RevenueRankingDto,
    @RequestUrl() url: URL,
  ): Promise<RevenueOfContactsResponse> {
    const ranking = await this.reports.contacts(query.toRevenueQuestion(), query.toPage());
    return new RevenueOfContactsResponse(ranking, url);
  }
}
