import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { FAULTY_QUESTION, UNKNOWN_LABEL } from '../dto/refusals.js';
import { AnswersReport } from '../freshness/report-answer.js';
import { BouncesResponse } from './dto/bounces.response.js';
import { LossesDto } from './dto/losses.dto.js';
import { SpamComplaintsResponse } from './dto/spam-complaints.response.js';
import { UnsubscribesResponse } from './dto/unsubscribes.response.js';
import { LossReportsService } from './losses.service.js';

const OF_MEMBERS = 'Narrowed down by lists or tags it has totals, rates and the timeline; everything else is null.';

@ApiTags('Reports')
@LimitedAs('reports')
@Controller('reports')
export class LossReportsController {
  constructor(private readonly reports: LossReportsService) {}

  @Get('bounces')
  @AnswersReport(BouncesResponse)
  @RequirePermission('view_reports', {
    summary: 'Get the report of bounces',
    description: `Mails that came back, where and why. ${OF_MEMBERS}`,
  })
  @Refuses({ 400: FAULTY_QUESTION, 404: UNKNOWN_LABEL })
  async getBounceReport(@Query() query: LossesDto): Promise<BouncesResponse> {
    return new BouncesResponse(await this.reports.report('bounced', query.toReportQuestion()));
  }

  @Get('spam-complaints')
  @AnswersReport(SpamComplaintsResponse)
  @RequirePermission('view_reports', {
    summary: 'Get the report of spam complaints',
    description: `Mails that were called spam, and where. ${OF_MEMBERS}`,
  })
  @Refuses({ 400: FAULTY_QUESTION, 404: UNKNOWN_LABEL })
  async getSpamComplaintReport(@Query() query: LossesDto): Promise<SpamComplaintsResponse> {
    return new SpamComplaintsResponse(await this.reports.report('complained', query.toReportQuestion()));
  }

  @Get('unsubscribes')
  @AnswersReport(UnsubscribesResponse)
  @RequirePermission('view_reports', {
    summary: 'Get the report of unsubscribes',
    description: `Who left, by which way and why. ${OF_MEMBERS}`,
  })
  @Refuses({ 400: FAULTY_QUESTION, 404: UNKNOWN_LABEL })
  async getUnsubscribeReport(@Query() query: LossesDto): Promise<UnsubscribesResponse> {
    return new UnsubscribesResponse(await this.reports.report('unsubscribed', query.toReportQuestion()));
  }
}
