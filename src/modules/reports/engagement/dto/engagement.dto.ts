import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import { reportQuery } from '../../dto/report-query.dto.js';

export class EngagementDto extends reportQuery() {
  @ReportCurrencyCode() declare currency?: string;
}
