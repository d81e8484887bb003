import { Get } from '@nestjs/common';
import type { Principal } from '../../../platform/access/permissions.js';
import { CurrentPrincipal, AnyManager, Answers } from '../../../platform/access/operation.js';
import { sharedAnswer } from '../../../platform/http/shared-answers.js';
import { ReportController } from '../http/report-answer.js';
import { reportOptionsShape } from './dto/report-options.shapes.js';
import { ReportOptionsQueries } from './report-options.queries.js';

@ReportController('reports/options')
export class ReportOptionsController {
  constructor(private readonly queries: ReportOptionsQueries) {}

  @Get()
  @Answers(reportOptionsShape, 'The filter values, and the manager of the credentials')
  @AnyManager({
    summary: 'List report options',
    description:
      'Returns the values that reports can be filtered by, and the manager of the credentials. Any valid credentials may call it, so it is suitable for testing them.',
  })
  async getReportOptions(@CurrentPrincipal() { username, permissions }: Principal) {
    const manager = { username, permissions };
    return sharedAnswer(`options ${JSON.stringify(manager)}`, async () => ({
      options: await this.queries.all(),
      manager,
    }));
  }
}
