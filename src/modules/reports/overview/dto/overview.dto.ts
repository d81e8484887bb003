import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import { reportQuery } from '../../dto/report-query.dto.js';
import type { OverviewQuestion } from '../overview-reports.service.js';

export class OverviewDto extends reportQuery('30_days') {
  @ReportCurrencyCode() currency?: string;

  toOverviewQuestion(): OverviewQuestion {
    return { ...this.toReportQuestion(), currency: this.currency };
  }
}
