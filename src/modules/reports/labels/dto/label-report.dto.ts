import { reportQuery } from '../../dto/report-query.dto.js';
import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import type { LabelQuestion } from '../label-reports.service.js';

export class LabelReportDto extends reportQuery('30_days') {
  @ReportCurrencyCode() currency?: string;

  toQuestion(): LabelQuestion {
    const { period, members, includeMachine } = this.toReportQuestion();
    return { period, members, includeMachine, currency: this.currency };
  }
}
