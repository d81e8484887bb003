import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import { reportQuery } from '../../dto/report-query.dto.js';
import type { EngagementQuestion } from '../engagement-reports.service.js';

export class EngagementDto extends reportQuery() {
  @ReportCurrencyCode() currency?: string;

  toQuestion(): EngagementQuestion {
    const { period, members } = this.toReportQuestion();
    return { period, members, currency: this.currency };
  }
}
