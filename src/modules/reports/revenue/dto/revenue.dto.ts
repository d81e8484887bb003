import { WholeNumber } from '../../../../platform/http/dto-fields.js';
import type { PageRequest } from '../../../../platform/http/page.js';
import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import { reportQuery } from '../../dto/report-query.dto.js';
import type { RevenueQuestion } from '../revenue-reports.service.js';

export class RevenueDto extends reportQuery('30_days') {
  @ReportCurrencyCode() currency?: string;

  toRevenueQuestion(): RevenueQuestion {
    return { ...this.toReportQuestion(), currency: this.currency };
  }
}

const PER_PAGE = 10;

/** Without days all of them count. */
export class RevenueRankingDto extends reportQuery() {
  @ReportCurrencyCode() currency?: string;

  @WholeNumber({ min: 1, max: 1_000, default: PER_PAGE, description: 'Rows per page' }) per_page?: number;

  @WholeNumber({ min: 1, max: 1_000_000_000, default: 1, description: 'Which page' }) page?: number;

  toRevenueQuestion(): RevenueQuestion {
    return { ...this.toReportQuestion(), currency: this.currency };
  }

  toPage(): PageRequest {
    return { page: this.page ?? 1, perPage: this.per_page ?? PER_PAGE };
  }
}
