import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal } from '../../../platform/access/current-principal.js';
import type { Principal } from '../../../platform/access/permissions.js';
import { AnyManager } from '../../../platform/access/require-permission.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { ReportOptionsResponse } from './dto/report-options.response.js';
import { ReportOptionsQueries } from './report-options.queries.js';

@ApiTags('Reports')
@LimitedAs('reports')
@Controller('reports/options')
export class ReportOptionsController {
  constructor(
    private readonly queries: ReportOptionsQueries,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Get()
  @ApiOkResponse({ type: ReportOptionsResponse })
  @AnyManager({
    summary: 'Get the options of reports',
    description: 'What they can be narrowed down to, and whose credentials these are: good for trying credentials out.',
  })
  async getReportOptions(@CurrentPrincipal() principal: Principal): Promise<ReportOptionsResponse> {
    return new ReportOptionsResponse(await this.queries.all(), this.config.contactTypes, principal);
  }
}
