import { Get, Query } from '@nestjs/common';
import { ReportDto, requestOf } from '../dto/report-query.dto.js';
import { AnswersReport, ReportController } from '../http/report-answer.js';
import { DeliverabilityReportsService } from './deliverability-reports.service.js';
import { bouncesShape, spamComplaintsShape, unsubscribesShape } from './dto/deliverability.shapes.js';

const OF_AUDIENCE =
  'With `lists` or `tags`, only totals, rates, and the timeline are returned; other members are null.';

@ReportController('reports')
export class DeliverabilityReportsController {
  constructor(private readonly reports: DeliverabilityReportsService) {}

  @Get('bounces')
  @AnswersReport(bouncesShape, {
    summary: 'Get the bounce report',
    description: `Returns bounced emails by reason, domain, campaign, and day. ${OF_AUDIENCE}`,
  })
  async getBounceReport(@Query() query: ReportDto) {
    return this.reports.bounces(requestOf(query));
  }

  @Get('spam-complaints')
  @AnswersReport(spamComplaintsShape, {
    summary: 'Get the spam complaint report',
    description: `Returns emails reported as spam, by source, domain, campaign, and day. ${OF_AUDIENCE}`,
  })
  async getSpamComplaintReport(@Query() query: ReportDto) {
    return this.reports.spamComplaints(requestOf(query));
  }

  @Get('unsubscribes')
  @AnswersReport(unsubscribesShape, {
    summary: 'Get the unsubscribe report',
    description: `Returns unsubscribed contacts by method, reason, domain, campaign, and day. ${OF_AUDIENCE}`,
  })
  async getUnsubscribeReport(@Query() query: ReportDto) {
    return this.reports.unsubscribes(requestOf(query));
  }
}
