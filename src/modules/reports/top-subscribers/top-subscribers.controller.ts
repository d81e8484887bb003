import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { FAULTY_QUESTION, UNKNOWN_LABEL } from '../dto/refusals.js';
import { AnswersReport } from '../freshness/report-answer.js';
import { TopSubscribersDto } from './dto/top-subscribers.dto.js';
import { TopSubscribersResponse } from './dto/top-subscribers.response.js';
import { TopSubscribersService } from './top-subscribers.service.js';

@ApiTags('Reports')
@LimitedAs('reports')
@Controller('reports/top-subscribers')
export class TopSubscribersController {
  constructor(private readonly reports: TopSubscribersService) {}

  @Get()
  @AnswersReport(TopSubscribersResponse)
  @RequirePermission('view_reports', {
    summary: 'Rank contacts',
    description:
      'Who reads, buys or does most. Without days all of them count. People only, whatever `include_machine` says.',
  })
  @Refuses({ 400: FAULTY_QUESTION, 404: UNKNOWN_LABEL })
  async getTopContacts(@Query() query: TopSubscribersDto): Promise<TopSubscribersResponse> {
    return new TopSubscribersResponse(await this.reports.top(query.toQuestion()));
  }
}
