import { WholeNumber } from '../../../../platform/http/dto-fields.js';
import type { PageRequest } from '../../../../platform/http/page.js';
import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import { reportQuery } from '../../dto/report-query.dto.js';

const PER_PAGE = 10;

/** Without dates, all time counts. */
export class RevenueRankingDto extends reportQuery() {
  @ReportCurrencyCode() declare currency?: string;

  @WholeNumber({ min: 1, max: 1_000, default: PER_PAGE, description: 'Rows per page' }) per_page?: number;

  @WholeNumber({ min: 1, max: 1_000_000_000, default: 1, description: 'Page number' }) page?: number;

  toPage(): PageRequest {
    return { page: this.page ?? 1, perPage: this.per_page ?? PER_PAGE };
  }
}
